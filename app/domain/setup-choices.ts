/** The choices of the operator in setup. */

/** Who sends the mails. `files`: no one does, and they are kept in the data folder. */
export const MAIL_PROVIDERS = ["mailgun", "smtp", "files"] as const;
export type MailProvider = (typeof MAIL_PROVIDERS)[number];

/** Mailgun's regions by their hosts: the US, then the EU. An account's data is in one of them. */
export const MAILGUN_HOSTS = ["api.mailgun.net", "api.eu.mailgun.net"] as const;

/** `sandbox`: the product's own, which takes test cards only. The other two are Stripe's modes. */
export const PAYMENT_MODES = ["sandbox", "test", "live"] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];
