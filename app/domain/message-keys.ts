/** The keys of all texts, from the English files: a key that does not exist is an error of the compiler. */
import type { OwnTexts } from "../product/texts";
import type account from "../i18n/en/account.json";
import type activity from "../i18n/en/activity.json";
import type auth from "../i18n/en/auth.json";
import type billing from "../i18n/en/billing.json";
import type checks from "../i18n/en/checks.json";
import type common from "../i18n/en/common.json";
import type dashboard from "../i18n/en/dashboard.json";
import type data from "../i18n/en/data.json";
import type dev from "../i18n/en/dev.json";
import type errors from "../i18n/en/errors.json";
import type feedback from "../i18n/en/feedback.json";
import type form from "../i18n/en/form.json";
import type help from "../i18n/en/help.json";
import type keys from "../i18n/en/keys.json";
import type kit from "../i18n/en/kit.json";
import type layout from "../i18n/en/layout.json";
import type links from "../i18n/en/links.json";
import type mail from "../i18n/en/mail.json";
import type master from "../i18n/en/master.json";
import type providers from "../i18n/en/providers.json";
import type notifications from "../i18n/en/notifications.json";
import type palette from "../i18n/en/palette.json";
import type passkeys from "../i18n/en/passkeys.json";
import type profile from "../i18n/en/profile.json";
import type reference from "../i18n/en/reference.json";
import type setup from "../i18n/en/setup.json";
import type team from "../i18n/en/team.json";
import type webhooks from "../i18n/en/webhooks.json";
import type welcome from "../i18n/en/welcome.json";
import type wizard from "../i18n/en/wizard.json";

interface ProductTexts {
  account: typeof account;
  activity: typeof activity;
  auth: typeof auth;
  billing: typeof billing;
  checks: typeof checks;
  common: typeof common;
  dashboard: typeof dashboard;
  data: typeof data;
  dev: typeof dev;
  errors: typeof errors;
  feedback: typeof feedback;
  form: typeof form;
  help: typeof help;
  keys: typeof keys;
  kit: typeof kit;
  layout: typeof layout;
  links: typeof links;
  mail: typeof mail;
  master: typeof master;
  providers: typeof providers;
  notifications: typeof notifications;
  palette: typeof palette;
  passkeys: typeof passkeys;
  profile: typeof profile;
  reference: typeof reference;
  setup: typeof setup;
  team: typeof team;
  webhooks: typeof webhooks;
  welcome: typeof welcome;
  wizard: typeof wizard;
}

/** A file of texts by its name: `t` of useTexts("profile") takes the keys of profile.json. */
export type Texts = ProductTexts & OwnTexts;

/** A key with its file: "form:min_length". A plural's key stands without its ending: "data:table.selected". */
export type MessageKey = KeyWithFile<keyof Texts>;

type KeyWithFile<Name extends keyof Texts> = { [File in Name]: `${File}:${KeyIn<Texts[File]>}` }[Name];

type KeyIn<Part> = {
  [Name in keyof Part & string]: Part[Name] extends string
    ? WithoutPlural<Name>
    : `${Name}.${KeyIn<Part[Name]>}`;
}[keyof Part & string];

type WithoutPlural<Name extends string> =
  Name extends `${infer Stem}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Stem : Name;

/** Returns the text of a key with its file, in one language. */
export type Translate<Key extends string = MessageKey> = (
  key: Key,
  values?: Readonly<Record<string, unknown>>,
) => string;

/** One file of texts, or several. */
export type Files = keyof Texts | readonly [keyof Texts, ...(keyof Texts)[]];

/** Takes the keys of its file, or of the first of its files, as they are, and those of all its files with their file. */
export type TranslateFile<Names extends Files> = Translate<FileKey<Names>>;

type FileKey<Names extends Files> = Names extends keyof Texts
  ? KeyIn<Texts[Names]> | KeyWithFile<Names>
  : KeyIn<Texts[Names[0] & keyof Texts]> | KeyWithFile<Names[number] & keyof Texts>;

/** The texts of mails: "mail:verify.subject". */
export type MailKey = Extract<MessageKey, `mail:${string}`>;
