/** Every mail in every language, as its reader gets it. */
import { LOCALES } from "~/domain/locales";
import type { MailTemplate } from "~/gateways/mail/mail-values";
import { renderMail } from "~/gateways/mail/render-mail";
import { createMailLanguage, SAMPLE_MAILS } from "./mails";

/** By its name and language: subject, HTML and text. */
export async function renderEveryMail(): Promise<Record<string, string>> {
  const templates = Object.keys(SAMPLE_MAILS) as MailTemplate[];
  const rendered = LOCALES.flatMap((locale) =>
    templates.map(async (template) => {
      const mail = await renderMail(template, SAMPLE_MAILS[template], createMailLanguage(locale));
      return [`${template}, ${locale}`, [mail.subject, mail.html, mail.text].join("\n")];
    }),
  );
  return Object.fromEntries(await Promise.all(rendered)) as Record<string, string>;
}
