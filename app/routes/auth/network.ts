/** /auth/{network}: the whole page goes there, and on to the network. Spec §7. */
import { leaveForNetwork } from "~/http/social.server";

export const loader = leaveForNetwork;
