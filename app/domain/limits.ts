/** Every number that the product promises, defined once with its unit and its reason. */

const SECOND_MS = 1000;
export const seconds = (count: number) => count * SECOND_MS;
export const minutes = (count: number) => seconds(count * 60);
export const hours = (count: number) => minutes(count * 60);
export const days = (count: number) => hours(count * 24);

// Billing pages
/** After an upgrade the success is shown for this long before the dashboard follows. */
export const UPGRADE_REDIRECT_MS = seconds(2.5);
/** The newest invoices next to the plan. */
export const RECENT_INVOICES_SHOWN = 3;

// Menus
/** After such a pause, typing in a menu begins a new word. */
export const MENU_TYPE_AHEAD_RESET_MS = 1000;

// Motion and panels
export const TRANSITION_MS = 300;
export const DRAWER_MAX_WIDTH_REM = 15;
/** The value of a progress bar that is full. */
export const PROGRESS_MAX = 100;
/** A faster response shows no loading indicator. */
export const LOADING_SHOWN_AFTER_MS = 500;

// Grids
export const ACCOUNT_CARDS_MAX_COLUMNS = 8;
export const DASHBOARD_STATS_MAX_COLUMNS = 4;
/** How many members the dashboard counts with its other numbers; more cost a query of their own. */
export const SEATS_COUNTED_MAX = 100;

// The command palette
export const PALETTE_USERS_MAX = 6;
export const PALETTE_SEARCH_DEBOUNCE_MS = 200;

// Forms
export const OTP_DIGITS = 6;
/** How long a code of an authenticator app is valid (RFC 6238). */
export const OTP_STEP_SECONDS = 30;
export const AUTO_SUBMIT_DEBOUNCE_MS = 500;
/** Auto-submit ignores changes this soon after the form appears, so that restored values do not submit it. */
export const AUTO_SUBMIT_QUIET_MS = 300;

/** A UUID in its canonical form. */
export const ID_LENGTH = 36;
/** Longer than any one-time token. */
export const TOKEN_MAX_LENGTH = 200;

/** How long a worker waits at the start of the process, so that the first requests do not wait for its work. */
export const WORKERS_FIRST_AFTER_MS = seconds(1);

// Cleanup of expired rows
export const SWEEP_FIRST_AFTER_MS = seconds(30);
export const SWEEP_EVERY_MS = hours(1);
export const SWEEP_BATCH = 500;
/** Deleting a user also deletes rows of ten tables, so a batch is smaller. */
export const UNVERIFIED_BATCH = 50;
/** How long each kind of row is kept when no setting changes it. */
export const RETENTION_DEFAULT_DAYS = {
  events: 400,
  feedback: 730,
  audits: 730,
  unverifiedUsers: 30,
  deadMails: 90,
};
/** The same as configured, in milliseconds. */
export type Retention = Record<keyof typeof RETENTION_DEFAULT_DAYS, number>;
/** A century, which is longer than any law requires. */
export const RETENTION_MAX_DAYS = 36_500;
export const DEAD_TOKEN_KEPT_MS = days(1);
export const INVITE_KEPT_MS = days(30);
export const MAIL_KEPT_MS = days(30);
/** Stripe repeats an event for three days, and by hand for thirty. */
export const PROVIDER_EVENT_KEPT_MS = days(30);

// Tracked events
export const EVENT_NAME_MAX_LENGTH = 100;
/** As JSON. */
export const EVENT_METADATA_MAX_BYTES = 4 * 1024;

// Text that users type
export const NAME_MAX_LENGTH = 100;
/** RFC 5321 allows 254; 190 keeps a unique index within every database's key length. */
export const EMAIL_MAX_LENGTH = 190;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;
export const MESSAGE_MAX_LENGTH = 5000;
/** Why a master acts as a user. The limit equals the length of the log's column. */
export const REASON_MAX_LENGTH = 190;
/** Any other single line. The limit fits a plain text column of every database. */
export const TEXT_MAX_LENGTH = 255;
export const URL_MAX_LENGTH = 2048;
export const URL_ERROR_MAX_LENGTH = 200;

// Paged lists
export const MASTER_PAGE_SIZE = 20;
/** A whole page of the list. */
export const MAILS_RETRIED_AT_ONCE = 20;
/** Shorter than the columns of names and emails, so that the end of the range fits too. */
export const SEARCH_MAX_LENGTH = 90;
/** Members on one page of the list. */
export const MEMBERS_PAGE_SIZE = 50;
/** Members that a search or a filter chooses and the database sorts. More are read in their order. */
export const CHOSEN_MEMBERS_MAX = 5000;
/** Members and invitations that one action changes: those of a page. */
export const MEMBERS_CHANGED_AT_ONCE = MEMBERS_PAGE_SIZE;
/** Rows of an exported list, and of each of its statements. */
export const MEMBERS_EXPORTED_MAX = 10_000;
export const MEMBERS_EXPORTED_AT_ONCE = 1000;
export const AUDIT_PAGE_SIZE = 25;
/** Users on one page of the dashboard's table. */
export const DEMO_PAGE_SIZE = 10;
/** How many of support's actions are listed next to the switch that allows them. */
export const SUPPORT_AUDITS_SHOWN = 10;

// Sessions
export const SESSION_IDLE_MS = days(14);
export const SESSION_MAX_MS = days(30);
export const SCRIPT_SESSION_IDLE_MS = minutes(30);
export const SCRIPT_SESSION_MAX_MS = hours(12);
export const BEARER_LIFE_MS = minutes(15);
/** A session's last-seen time is written at most this often, because checking a session must not cost a write. */
export const LAST_SEEN_EVERY_MS = minutes(1);
/** How often an open page checks whether its session still exists. Well within BEARER_LIFE_MS. */
export const AUTH_CHECK_EVERY_MS = minutes(5);
/** How long the requested page is remembered while the visitor signs in. */
export const SIGN_IN_RETURN_FOR_MS = minutes(30);
/** How often a page that failed to load checks whether the server responds again. */
export const OFFLINE_RETRY_EVERY_MS = seconds(5);
/** How often, and for how long, the waiting page of a member checks whether the account has a plan. */
export const WAITING_CHECK_EVERY_MS = seconds(15);
export const WAITING_CHECK_FOR_MS = hours(1);
/** How often, and for how long after the last look at it, the page of a stand-in refreshes itself. */
export const STAND_IN_REFRESH_EVERY_MS = seconds(2);
export const STAND_IN_REFRESH_FOR_MS = minutes(10);

/** Concurrent sessions of one user. A new one ends the oldest. */
export const SESSIONS_MAX = 50;
/** Characters of a program's own name where it is shown. */
export const AGENT_SHOWN_LENGTH = 60;

/** How long a device stays known after the user's last sign-in with it. */
export const LOGIN_LIFE_MS = days(365);
/** Known devices of one user. A new one replaces the oldest. */
export const LOGINS_MAX = 100;
/** How often the use of a known device is saved. */
export const LOGIN_RENEWED_EVERY_MS = days(30);

/** How long a browser stays known after the last sign-in with it. Browsers keep a cookie no longer than that. */
export const DEVICE_LIFE_MS = days(400);
/** Known browsers of one user. A new one replaces the least recently used. */
export const DEVICES_MAX = 20;

// One-time tokens
export const TOKEN_LIVES_MS = {
  verify: hours(24),
  magic: minutes(15),
  reset: minutes(30),
  otp: minutes(10),
  social: minutes(2),
  impersonate: minutes(2),
  first_master: days(7),
};
/** This many links of a kind stay valid, so that a stranger who requests links does not invalidate the owner's. */
export const MAILED_LINKS_ALIVE = 3;
export const INVITE_LIFE_MS = hours(24 * 7);
/** Emails in one call: a team that joins together. INVITES_A_DAY bounds the mails. */
export const INVITES_AT_ONCE = 20;
/** Invitation mails of one account. */
export const INVITES_A_DAY = 50;
/** Wrong codes that a sign-in allows before the user must start again. */
export const OTP_TRIES = 5;
export const BACKUP_CODES = 10;
/** Characters of 5 bits each: a user can type 50 bits, and CODE_LIMIT keeps them from being guessed. */
export const BACKUP_CODE_LENGTH = 10;
export const BACKUP_CODE_GROUP = 5;
/** Characters of the codes that earlier versions issued. */
export const LEGACY_BACKUP_CODE_LENGTH = 24;
/** A change of a credential needs the password or a code again, unless the user gave one within this time. */
export const REAUTHENTICATION_LIFE_MS = minutes(10);
export const IMPERSONATION_MAX_MS = minutes(60);
/** For how long a user may allow support to sign in: an hour, a day, a week. */
export const SUPPORT_HOURS = [1, 24, 168] as const;
export const SUPPORT_HOURS_DEFAULT = 24;

/** The most events, and the most actions, in one export. More than one user produces, and still a single response. */
export const EXPORT_RECORDS_MAX = 10_000;
/** Characters of JSON, for events and for actions each. The page that exceeds the limit is the last. */
export const EXPORT_RECORDS_MAX_LENGTH = 5 * 1024 * 1024;
/** Rows read from the database at once. The maximum is a whole number of pages. */
export const EXPORT_PAGE = 250;
/** Exports run one at a time; this many more may wait. */
export const EXPORTS_WAITING_MAX = 2;
export const EXPORT_RETRY_AFTER_SECONDS = 10;

// Requests
/** How long a flash message waits for the page that shows it. */
export const FLASH_LIFE_MS = minutes(1);
/** Segments of a path. The product's own paths have at most six. */
export const PATH_MAX_PARTS = 20;
/** Paths that a browser requests at once, with their parents: fifty links of a list, and the page's own. */
export const ADDRESSES_ASKED_MAX = 100;
export const BODY_MAX_BYTES = 64 * 1024;
/** How deep objects and lists may be nested in the JSON of a call. Only an event's metadata has more than three levels. */
export const JSON_MAX_LEVELS = 20;
/** How much of an Accept-Language header is read. Browsers send fewer than 100 bytes. */
export const ACCEPT_LANGUAGE_MAX_BYTES = 200;
export const ACCEPT_LANGUAGE_MAX_TAGS = 10;
/** Far more fields than any form of a page has. */
export const FORM_MAX_FIELDS = 100;
export const HEADERS_TIMEOUT_MS = seconds(10);
export const REQUEST_TIMEOUT_MS = seconds(30);
export const TIMEOUTS_CHECKED_EVERY_MS = seconds(1);
export const DRAIN_MS = seconds(10);

// The log: lines are written together when they reach this many characters, or this often
export const LOG_BUFFER_CHARACTERS = 4096;
export const LOG_FLUSH_EVERY_MS = 200;

// Redis, which a sign-in queries three times
export const REDIS_CONNECT_TIMEOUT_MS = seconds(5);
export const REDIS_COMMAND_TIMEOUT_MS = seconds(0.5);

// Names of servers that users give
/** The time limit of one look-up. A name server that works answers within a second. */
export const USER_NAME_TIMEOUT_MS = seconds(2);
/** Look-ups of one account that have no answer yet, in one process. */
export const USER_NAMES_UNANSWERED_MAX = 2;

// Mail outbox: waits before each retry; after the last one the mail has failed for good
export const MAIL_RETRY_WAITS_MS = [minutes(1), minutes(5), minutes(30), hours(2), hours(12)];
/** A mail server may ask for a longer wait, and gets at most this. */
export const MAIL_RETRY_MAX_MS = days(1);
/**
 * How long a mail belongs to the process that claimed it, which renews the claim while it sends. A mail whose process was
 * killed waits for this long, and is found within MAIL_POLL_MS then.
 */
export const MAIL_CLAIM_MS = seconds(15);
export const MAIL_POLL_MS = seconds(5);
export const MAIL_SMTP_TIMEOUT_MS = seconds(10);
/** The time limit for sending a mail. */
export const MAIL_SEND_TIMEOUT_MS = seconds(90);
/** Fetching an invoice for a mail. After this many attempts the mail is sent with a link to the file instead. */
export const INVOICE_PDF_TRIES = 4;
export const INVOICE_PDF_TIMEOUT_MS = seconds(10);
export const INVOICE_PDF_MAX_BYTES = 2 * 1024 * 1024;
export const INVOICE_PDF_MAX_REDIRECTS = 3;

// Password hashing: as many at once as there are cores, and this many more may wait
export const PASSWORDS_WAITING_MAX = 64;
export const PASSWORDS_RETRY_AFTER_SECONDS = 2;

/** The largest body: a file with its form. Every other body stays within BODY_MAX_BYTES. */
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
export const UPLOAD_MAX_FILES = 1;
export const UPLOAD_MAX_FIELDS = 5;
export const UPLOAD_MAX_PARTS = 20;
/** When the caller may try again after a failed write to disk. */
export const UPLOAD_RETRY_AFTER_SECONDS = 30;
/** Uploads that are read at once. Each is held in memory until its avatar is decoded. */
export const UPLOADS_AT_ONCE = 8;

// Avatars: the limits of a decoded upload, and the size of the result
export const AVATAR_MAX_PIXELS = 16_000_000;
/** Decoding that takes longer is aborted, and its process is killed. */
export const AVATAR_DECODE_TIMEOUT_MS = seconds(10);
/** Avatars are decoded one at a time; this many more may wait. */
export const AVATARS_WAITING_MAX = 2;
export const AVATAR_RETRY_AFTER_SECONDS = 10;
/** The process that decodes avatars ends after this idle time. */
export const AVATAR_PROCESS_IDLE_MS = seconds(30);
export const AVATAR_SIZE_PX = 256;
export const AVATAR_JPEG_QUALITY = 85;
/** A file without a user is deleted at this age. A younger one may be about to get its user. */
export const AVATAR_ORPHAN_AFTER_MS = hours(1);

// Sign-in by an identity provider
/** From the redirect to the provider until its callback. */
export const AUTHORIZATION_LIFE_MS = minutes(10);
/** For both requests of a callback together: the user is waiting for the page. */
export const IDENTITY_PROVIDER_CALLS_TIMEOUT_MS = seconds(5);
export const IDENTITY_PROVIDER_ANSWER_MAX_BYTES = 256 * 1024;

// Feedback
/** The panel closes this long after the feedback was accepted. */
export const FEEDBACK_CLOSES_AFTER_MS = seconds(3);
/** The time that mission control's count of ratings covers. */
export const FEEDBACK_COUNTED_MS = days(30);

// Tracked events in mission control
/** The time that the chart of events covers. */
export const EVENTS_COUNTED_MS = days(7);
export const EVENT_NAMES_SHOWN = 10;

/** How long the answer of a call with an Idempotency-Key is kept. */
export const IDEMPOTENCY_KEY_HOURS = 24;
/** In characters: any UUID, and what others use. */
export const IDEMPOTENCY_KEY_MAX_LENGTH = 255;
