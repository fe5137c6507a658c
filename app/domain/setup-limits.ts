/** Numbers of setup, each with its unit. */
import { seconds } from "./limits";

/** A shorter SETUP_TOKEN could be guessed. In characters. */
export const SETUP_TOKEN_MIN_LENGTH = 32;
/** How long the setup cookie of a browser is valid; the token itself is valid until setup is finished. In seconds. */
export const SETUP_COOKIE_LIFE_SECONDS = 24 * 60 * 60;
/** The lock of a process that was killed while it saved. Saving takes a few milliseconds. */
export const SETTINGS_LOCK_STALE_MS = seconds(10);
/** How long a test waits for a server that the operator has named. */
export const PROBE_TIMEOUT_MS = seconds(5);
/** How long a challenge of this installation is answered: longer than a test waits. */
export const CHALLENGE_LIFE_MS = seconds(60);
export const CHALLENGE_NONCE_BYTES = 18;
/** How long new requests wait for the others to end, while the product moves to another database. */
export const HOLD_MS = seconds(5);
/** How much of its answer is read. */
export const PROBE_MAX_BYTES = 4096;
/** A host name: RFC 1035, section 2.3.4. In characters. */
export const HOST_MAX_LENGTH = 253;
/** How much of a mail server's answer is shown. In characters. */
export const MAIL_ANSWER_MAX_LENGTH = 300;
/** Keys of other services are shorter. In characters. */
export const SERVICE_KEY_MAX_LENGTH = 300;
/** An id or a secret of a social network. In characters. */
export const NETWORK_KEY_MAX_LENGTH = 500;
/** How long the result of trying a social network is kept in the browser. In seconds. */
export const NETWORK_TRIAL_LIFE_SECONDS = 2 * 60;
