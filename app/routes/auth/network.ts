/** /auth/{network}: redirects a full page load to the network. */
import { redirectToNetwork } from "~/http/social.server";

export const loader = redirectToNetwork;
