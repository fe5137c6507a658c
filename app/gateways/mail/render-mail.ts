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
  language: MailLanguage,
): Promise<RenderedMail> {
  const [{ MAIL_TEMPLATES }, { render, toPlainText }] = await Promise.all([
    import("./templates/templates"),
    import("@react-email/render"),
  ]);
  const { subject, body, headers } = MAIL_TEMPLATES[template];
  const props = { values, locale: language.locale, t: disableEscaping(language.t) };
  const html = await render(body(props));
  return {
    subject: subject(props),
    html,
    text: toPlainText(html, { selectors: HEADINGS_AS_WRITTEN }),
    headers: headers?.(values) ?? { "Auto-Submitted": "auto-generated" },
  };
}

/** React escapes what it renders, and a subject is not HTML: a translator that escapes too would show "&amp;". */
function disableEscaping(t: MailLanguage["t"]): MailLanguage["t"] {
  return (key, values) => t(key, { ...values, interpolation: { escapeValue: false } });
}

const HEADINGS_AS_WRITTEN = [{ selector: "h1", options: { uppercase: false } }];
