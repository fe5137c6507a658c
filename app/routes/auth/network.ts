/** /auth/{network}: redirects to the network, for the whole page. */
import { redirectToNetwork } from "~/http/social.server";

export const loader = redirectToNetwork;
