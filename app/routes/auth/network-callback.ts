/** /auth/{network}/callback: where the network redirects back to. */
import { handleCallback } from "~/http/social.server";

export const loader = handleCallback;
