/** Every number the product promises, once, with its unit and its source. */

const SECOND_MS = 1000;
export const seconds = (count: number) => count * SECOND_MS;
export const minutes = (count: number) => seconds(count * 60);
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

// Toasts, spec §4 and §9
export const TOASTS_AT_ONCE = 3;
export const TOAST_AUTO_CLOSE_MS = 5000;
export const TOAST_REMOVE_AFTER_MS = 10_000;
export const TOAST_SWIPE_PX = 50;
export const TOAST_HOTKEY = "F8";
export const TOAST_VIEWPORT_MAX_WIDTH_PX = 420;

// Motion and panels, spec §9
export const TRANSITION_MS = 300;
export const DRAWER_MAX_WIDTH_REM = 15;
export const PROGRESS_MAX = 100;
export const TOOLTIP_OPEN_DELAY_MS = 700;
export const TOOLTIP_SKIP_DELAY_MS = 300;
export const SELECT_MAX_HEIGHT_REM = 24;

// Grids, spec §9
export const ACCOUNT_CARDS_MAX_COLUMNS = 8;
export const DASHBOARD_STATS_MAX_COLUMNS = 4;

// Forms, spec §5 and §9
export const OTP_DIGITS = 6;
export const AUTO_SUBMIT_DEBOUNCE_MS = 500;
/** Auto-submit ignores changes this soon after the form appears, so restored values do not send it. */
export const AUTO_SUBMIT_QUIET_MS = 300;
export const UPGRADE_REDIRECT_DELAY_MS = 2500;
export const FEEDBACK_CLOSE_MS = 3000;
export const ONBOARDING_ITEMS_PER_STEP = 1;
export const CARD_ENTRY_FONT_PX = 13;

// Charts, spec §9
export const CHART_HEIGHT_PX = 150;
export const CHART_WIDTH_PX = 300;
export const CHART_AREA_HEIGHT_EM = 13.5;
export const CHART_BLOCK_MIN_HEIGHT_REM = 10;
export const CHART_ANIMATION_MS = 1000;
export const CHART_FONT_PX = 11;
export const CHART_TOOLTIP_BACKGROUND = "#404958";
export const CHART_TOOLTIP_PADDING_PX = 10;

// Text a person types
export const NAME_MAX_LENGTH = 100;
/** RFC 5321 allows 254; 190 keeps a unique index within every database's key length. */
export const EMAIL_MAX_LENGTH = 190;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const MESSAGE_MAX_LENGTH = 5000;
/** Any other single line: as long as every database's plain text column. */
export const TEXT_MAX_LENGTH = 255;
export const URL_MAX_LENGTH = 2048;
export const URL_ERROR_MAX_LENGTH = 200;

// Sessions, design: identity
export const SESSION_IDLE_MS = days(14);
export const SESSION_MAX_MS = days(30);
export const SCRIPT_SESSION_IDLE_MS = minutes(30);
export const SCRIPT_SESSION_MAX_MS = hours(12);
export const BEARER_LIFE_MS = minutes(15);
/** A session's last-seen time is written no more often than this: the check itself must not cost a write. */
export const LAST_SEEN_EVERY_MS = minutes(1);
/** How often an open page asks whether it is still signed in; well inside BEARER_LIFE_MS. */
export const AUTH_CHECK_EVERY_MS = minutes(5);

// One-time tokens, design: identity
export const VERIFY_TOKEN_LIFE_MS = hours(24);

// Requests
export const BODY_MAX_BYTES = 64 * 1024;
export const HEADERS_TIMEOUT_MS = seconds(10);
export const REQUEST_TIMEOUT_MS = seconds(30);
export const DRAIN_MS = seconds(10);

// Mail outbox: waits before the next try; after the last one the mail is dead
export const MAIL_RETRY_WAITS_MS = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)];
export const MAIL_CLAIM_MS = minutes(2);
export const MAIL_POLL_MS = seconds(5);
export const MAIL_SMTP_TIMEOUT_MS = seconds(10);
/** Sending as a whole; it ends before the claim does. */
export const MAIL_SEND_TIMEOUT_MS = seconds(90);

// Passwords being hashed: as many at once as there are cores, and so many more may wait
export const PASSWORDS_WAITING_MAX = 64;

/** The largest body of all: a file beside its form. Everything else stays within BODY_MAX_BYTES. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;

// Payments: calls to the provider, and what happens when its answer does not come
export const PAYMENT_CALL_TIMEOUT_MS = seconds(8);
export const PAYMENT_CALL_RETRIES = 1;
export const PAYMENT_RETRY_AFTER_SECONDS = 30;
/** A payment is asked for within this time of its intent, or not at all. */
export const PAYMENT_START_WITHIN_MS = seconds(25);
/** From then on nobody can still be asking: what the provider has is all there will be. */
export const PAYMENT_UNKNOWN_AFTER_MS = minutes(1);
/** A payment just authenticated is asked for this often, until it has settled. */
export const PAYMENT_SETTLE_EVERY_MS = 500;
export const PAYMENT_SETTLE_TRIES = 6;
/** The provider's events carry whole objects. */
export const WEBHOOK_MAX_BYTES = 512 * 1024;
/** An event starts again when somebody else changed its subscription meanwhile; then the provider sends it again. */
export const WEBHOOK_TRIES = 10;
