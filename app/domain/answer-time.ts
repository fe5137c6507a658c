/** How long a request may take. */
import { seconds } from "./limits";

/** Whatever hangs, a request is answered within ten seconds; the rest of them is for a busy machine. */
export const ANSWER_WITHIN_MS = seconds(9.5);
/** How soon a client may repeat one whose operation took too long. */
export const ANSWER_RETRY_AFTER_SECONDS = 5;
