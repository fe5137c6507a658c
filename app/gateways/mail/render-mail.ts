/** Renders a mail's subject, HTML and text from its template and values, in the recipient's language. */
import type { Locale } from "~/domain/locales";
import type { MailKey, Translate } from "~/domain/message-keys";
import type { MailTemplate, MailValues } from "./mail-values";

/** Translates at least the keys of the namespace "mail" into `locale`. */
export interface MailLanguage {
  locale: Locale;
  t: Translate<MailKey>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

/** Renders a mail. The templates and their library are loaded with the first mail, so that no start waits for them. */
export async function renderMail<T extends MailTemplate>(
  template: T,
  values: MailValues[T],
  { hasFile = false, ...language }: MailLanguage & { hasFile?: boolean },
): Promise<RenderedMail> {
  const [{ MAIL_TEMPLATES }, { provideLegalTexts }, { render, toPlainText }] = await Promise.all([
    import("./templates/templates"),
    import("./templates/legal"),
    import("@react-email/render"),
  ]);
  const { subject, body, headers } = MAIL_TEMPLATES[template];
  const props = { values, locale: language.locale, t: disableEscaping(language.t), hasFile };
  const html = await render(provideLegalTexts(props.t, body(props)));
  return {
    subject: nameAccount(props.t, subject(props), values),
    html,
    text: toPlainText(html, { selectors: HEADINGS_AS_WRITTEN }),
    headers: {
      ...(headers?.(values) ?? { "Auto-Submitted": "auto-generated" }),
      ...("stopLink" in values && toStopHeaders(values.stopLink)),
    },
  };
}

/** The reader may have several accounts: the subject names the one that the mail is about, where it does not yet. */
function nameAccount(t: MailLanguage["t"], subject: string, values: object): string {
  const account = "account" in values && typeof values.account === "string" ? values.account : "";
  if (account === "" || subject.includes(account)) return subject;
  return t("mail:layout.subject_of_account", { subject, account });
}

/** React escapes what it renders, and a subject is not HTML: a translator that escapes too would show "&amp;". */
function disableEscaping(t: MailLanguage["t"]): MailLanguage["t"] {
  return (key, values) => t(key, { ...values, interpolation: { escapeValue: false } });
}

/** The mail program's own button for it: it posts to the link, without opening a page (RFC 2369 and RFC 8058). */
function toStopHeaders(stopLink: string | undefined): Record<string, string> {
  if (stopLink === undefined) return {};
  const header = { "List-Unsubscribe": `<${stopLink}>` };
  if (!stopLink.startsWith("https:")) return header;
  return { ...header, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

const HEADINGS_AS_WRITTEN = [{ selector: "h1", options: { uppercase: false } }];
