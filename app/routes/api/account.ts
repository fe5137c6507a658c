/** /api/account: signing up, changing the account's name, closing it. */
import { apiAction, apiLoader } from "~/http/api.server";
import { renameAccount } from "~/services/profile/account.server";
import { closeAccount } from "~/services/profile/closing.server";
import { createAccount } from "~/services/identity/sign-up.server";

export const loader = apiLoader();
export const action = apiAction(createAccount, renameAccount, closeAccount);
