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
/** What is typed in a menu after such a pause begins another word. */
export const MENU_TYPE_AHEAD_RESET_MS = 1000;
export const TOAST_HOTKEY = "F8";
export const TOAST_VIEWPORT_MAX_WIDTH_PX = 420;

// Motion and panels, spec §9
export const TRANSITION_MS = 300;
export const DRAWER_MAX_WIDTH_REM = 15;
/** What is quicker shows no sign of waiting over the page. */
export const LOADING_SHOWN_AFTER_MS = 500;

// Grids, spec §9
export const ACCOUNT_CARDS_MAX_COLUMNS = 8;
export const DASHBOARD_STATS_MAX_COLUMNS = 4;

// Forms, spec §5 and §9
export const OTP_DIGITS = 6;
/** How long a code of an authenticator app lasts. RFC 6238. */
export const OTP_STEP_SECONDS = 30;
export const AUTO_SUBMIT_DEBOUNCE_MS = 500;
/** Auto-submit ignores changes this soon after the form appears, so restored values do not send it. */
export const AUTO_SUBMIT_QUIET_MS = 300;
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

/** A UUID in its usual spelling. */
export const ID_LENGTH = 36;
/** More than any one-time token has. */
export const TOKEN_MAX_LENGTH = 200;

// What is over is removed
export const SWEEP_FIRST_AFTER_MS = seconds(30);
export const SWEEP_EVERY_MS = hours(1);
export const SWEEP_BATCH = 500;
/** Users go with rows in ten tables each: fewer at a time. */
export const UNVERIFIED_BATCH = 50;
/** How long what an operator may set is kept without a setting. */
export const RETENTION_DEFAULT_DAYS = { events: 400, audits: 730, unverifiedUsers: 30, deadMails: 90 };
/** The same as set, in milliseconds. */
export type Retention = Record<keyof typeof RETENTION_DEFAULT_DAYS, number>;
/** A century: longer than any law asks for. */
export const RETENTION_MAX_DAYS = 36_500;
export const DEAD_TOKEN_KEPT_MS = days(1);
export const INVITE_KEPT_MS = days(30);
export const MAIL_KEPT_MS = days(30);
/** Stripe sends an event again for three days, and by hand for thirty. */
export const WEBHOOK_EVENT_KEPT_MS = days(30);

// Usage events
export const EVENT_NAME_MAX_LENGTH = 100;
/** As JSON. */
export const EVENT_METADATA_MAX_BYTES = 4 * 1024;

// Text a person types
export const NAME_MAX_LENGTH = 100;
/** RFC 5321 allows 254; 190 keeps a unique index within every database's key length. */
export const EMAIL_MAX_LENGTH = 190;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const MESSAGE_MAX_LENGTH = 5000;
/** Why a master acts as somebody: as long as the log's column. */
export const REASON_MAX_LENGTH = 190;
/** Any other single line: as long as every database's plain text column. */
export const TEXT_MAX_LENGTH = 255;
export const URL_MAX_LENGTH = 2048;
export const URL_ERROR_MAX_LENGTH = 200;

// Lists that come in pages
export const MASTER_PAGE_SIZE = 20;
/** Within what a name's and an address's column can hold, so that the end of the range fits, too. */
export const SEARCH_MAX_LENGTH = 90;
/** Members on one page of the list. */
export const MEMBERS_PAGE_SIZE = 50;
export const ACTIVITY_PAGE_SIZE = 25;
/** How much of what support did is shown beside its switch. */
export const SUPPORT_ACTIVITY_SHOWN = 10;

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
/** How long the page that a visitor wanted is remembered while they sign in. */
export const SIGN_IN_RETURN_FOR_MS = minutes(30);
/** How often a page that could not be loaded asks whether the server answers again. */
export const OFFLINE_RETRY_EVERY_MS = seconds(5);
/** How often the page of somebody who waits for a plan asks whether there is one, and for how long it goes on. */
export const WAITING_CHECK_EVERY_MS = seconds(15);
export const WAITING_CHECK_FOR_MS = hours(1);

/** Of one user, at once: when another begins, the oldest ends. */
export const SESSIONS_MAX = 50;
/** Characters of what a program calls itself, where it is shown. */
export const AGENT_SHOWN_LENGTH = 60;

/** A device that somebody signed in from is known for so long after the last time. */
export const LOGIN_LIFE_MS = days(365);
/** Of one user; when another is remembered, the oldest is forgotten. */
export const LOGINS_MAX = 100;
/** How often it is written down that a known device was used again. */
export const LOGIN_RENEWED_EVERY_MS = days(30);

/** A browser stays known this long after the last sign-in with it; browsers keep a cookie no longer than that. */
export const DEVICE_LIFE_MS = days(400);
/** Known browsers of one user; the one used longest ago is forgotten for a new one. */
export const DEVICES_MAX = 20;

// One-time tokens, design: identity
export const TOKEN_LIVES_MS = {
  verify: hours(24),
  magic: minutes(15),
  reset: minutes(30),
  otp: minutes(10),
  social: minutes(2),
  impersonate: minutes(2),
};
/** Newer links leave this many of a kind alive, so that a stranger who asks for links does not end the owner's. */
export const MAILED_LINKS_ALIVE = 3;
export const INVITE_LIFE_MS = hours(24 * 7);
/** Addresses in one call. */
export const INVITES_AT_ONCE = 10;
/** Mails with invitations, of one account. */
export const INVITES_A_DAY = 50;
/** As many as an account can have: those of a day, for as long as one is kept. */
export const INVITES_LISTED_MAX = (INVITES_A_DAY * (INVITE_LIFE_MS + INVITE_KEPT_MS)) / days(1);
/** Wrong codes that a sign-in may be tried with before it has to begin anew. */
export const OTP_TRIES = 5;
export const BACKUP_CODES = 10;
/** Characters of 5 bits each: 50 bits, which a person can type and CODE_LIMIT keeps from being guessed. */
export const BACKUP_CODE_LENGTH = 10;
export const BACKUP_CODE_GROUP = 5;
/** Characters of the codes that earlier versions issued. */
export const LEGACY_BACKUP_CODE_LENGTH = 24;
/** An act on a credential asks for the password or a code again, unless one was given within this time. */
export const REAUTHENTICATION_LIFE_MS = minutes(10);
export const IMPERSONATION_MAX_MS = minutes(60);
/** For how long somebody may let support sign in: an hour, a day, a week. */
export const SUPPORT_HOURS = [1, 24, 24 * 7];
export const SUPPORT_HOURS_DEFAULT = 24;

/** Of events and of actions each: more than one person comes to, and still one answer. */
export const EXPORT_RECORDS_MAX = 10_000;
/** Characters as JSON, of events and of actions each; the page that passes it is the last. */
export const EXPORT_RECORDS_MAX_LENGTH = 5 * 1024 * 1024;
/** Of these, as many at once from the database; with it the maximum is a whole number of pages. */
export const EXPORT_PAGE = 250;
/** Exports are made one at a time; so many more may wait. */
export const EXPORTS_WAITING_MAX = 2;
export const EXPORT_RETRY_AFTER_SECONDS = 10;

// Requests
/** How long a message waits for the page that shows it. */
export const FLASH_LIFE_MS = minutes(1);
/** Parts between the slashes of an address; ours have six at most. */
export const PATH_MAX_PARTS = 20;
/** Addresses that a browser asks about at once, with those above them: fifty links in a list, and the page's own. */
export const ADDRESSES_ASKED_MAX = 100;
export const BODY_MAX_BYTES = 64 * 1024;
/** How much of an Accept-Language header is read; browsers send fewer than 100 bytes. */
export const ACCEPT_LANGUAGE_MAX_BYTES = 200;
export const ACCEPT_LANGUAGE_MAX_TAGS = 10;
/** Far more than any form of a page has. */
export const FORM_MAX_FIELDS = 100;
export const HEADERS_TIMEOUT_MS = seconds(10);
export const REQUEST_TIMEOUT_MS = seconds(30);
export const TIMEOUTS_CHECKED_EVERY_MS = seconds(1);
export const DRAIN_MS = seconds(10);

// The log: lines are written together, as many characters at once or this often
export const LOG_BUFFER_CHARACTERS = 4096;
export const LOG_FLUSH_EVERY_MS = 200;

// Redis; a sign-in asks it three times
export const REDIS_CONNECT_TIMEOUT_MS = seconds(5);
export const REDIS_COMMAND_TIMEOUT_MS = seconds(0.5);

// Mail outbox: waits before the next try; after the last one the mail is dead
export const MAIL_RETRY_WAITS_MS = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)];
export const MAIL_CLAIM_MS = minutes(2);
export const MAIL_POLL_MS = seconds(5);
export const MAIL_SMTP_TIMEOUT_MS = seconds(10);
/** Sending as a whole; it ends before the claim does. */
export const MAIL_SEND_TIMEOUT_MS = seconds(90);

// Passwords being hashed: as many at once as there are cores, and so many more may wait
export const PASSWORDS_WAITING_MAX = 64;
export const PASSWORDS_RETRY_AFTER_SECONDS = 2;

/** The largest body of all: a file beside its form. Everything else stays within BODY_MAX_BYTES. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
export const UPLOAD_MAX_FILES = 1;
export const UPLOAD_MAX_FIELDS = 4;
export const UPLOAD_MAX_PARTS = 20;
/** When to come back after a disk that could not be written. */
export const UPLOAD_RETRY_AFTER_SECONDS = 30;
/** Files that are read at once: each is held in memory until its picture is made. */
export const UPLOADS_AT_ONCE = 8;

// Avatars: what an upload may unfold to, and what is made of it
export const AVATAR_MAX_PIXELS = 16_000_000;
/** A picture that takes longer is given up, and its process is killed. */
export const AVATAR_DECODE_TIMEOUT_MS = seconds(10);
/** Pictures are decoded one at a time; so many more may wait. */
export const AVATARS_WAITING_MAX = 2;
export const AVATAR_RETRY_AFTER_SECONDS = 10;
/** The process that decodes pictures ends after this time without one. */
export const AVATAR_PROCESS_IDLE_MS = seconds(30);
export const AVATAR_SIZE_PX = 256;
export const AVATAR_JPEG_QUALITY = 85;
/** A file that belongs to nobody is swept away when it is this old: a younger one may be about to. */
export const AVATAR_ORPHAN_AFTER_MS = hours(1);

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

// Sign-in by a social network
/** From the redirect to the network until its callback. */
export const SOCIAL_SESSION_MS = minutes(10);
/** For both requests of a callback together: the user is waiting for the page. */
export const SOCIAL_CALLS_TIMEOUT_MS = seconds(5);
export const SOCIAL_ANSWER_MAX_BYTES = 256 * 1024;
