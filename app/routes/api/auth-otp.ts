/** /api/auth/otp: the code of a sign-in with two-factor. */
import { apiAction, apiLoader } from "~/http/api.server";
import { signInWithCode } from "~/services/identity/sign-in-code.server";

export const loader = apiLoader();
export const action = apiAction(signInWithCode);
