/** /auth/{network}/callback: the network redirects back to it. */
import { handleCallback } from "~/http/social.server";

export const loader = handleCallback;
