/** /api/account: signing up, changing the account's name, closing it. */
import { apiAction, apiLoader } from "~/http/api.server";
import { renameAccount } from "~/services/account.server";
import { closeAccount } from "~/services/closing.server";
import { createAccount } from "~/services/sign-up.server";

export const loader = apiLoader();
export const action = apiAction(createAccount, renameAccount, closeAccount);
