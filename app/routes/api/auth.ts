/** /api/auth: who is signed in, signing in, signing out. */
import { apiAction, apiLoader } from "~/http/api.server";
import { checkAuth, signIn, signOut } from "~/services/identity/sign-in.server";

export const loader = apiLoader(checkAuth);
export const action = apiAction(signIn, signOut);
