/** /auth/{network}/callback: the provider redirects back to it, or lets the browser post a form to it. */
import { handleCallback } from "~/http/identity-providers.server";
import { handlePostedCallback } from "~/http/posted-callback.server";

export const loader = handleCallback;
export const action = handlePostedCallback;
