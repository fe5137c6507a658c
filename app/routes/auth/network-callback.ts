/** /auth/{network}/callback: where the network sends the browser back to. */
import { returnFromNetwork } from "~/http/social.server";

export const loader = returnFromNetwork;
