import { describe, expect, test } from "vitest";
import { NOTIFICATIONS } from "~/domain/notifications";
import { LOCALES } from "~/domain/locales";
import { translator } from "~/i18n/translator.server";
import { MAIL_VALUES } from "~/gateways/mail/mail-values";
import { createMailLanguage, readMailTexts, SAMPLE_MAILS } from "../../../tests/support/mails";
import { renderMail } from "~/gateways/mail/render-mail";

describe.each(LOCALES)("preferences, in %s", (locale) => {
  /** The page on which a mail is turned off, as the mail's last line calls it. */
  const page = translator(locale).t("notifications:title");

  test.each(NOTIFICATIONS)("%s is a mail, which says where to turn it off", async (name) => {
    const { text } = await renderMail(name, SAMPLE_MAILS[name], createMailLanguage(locale));

    expect(text.replaceAll("\n", " ")).toContain(page);
  });

  test("no other mail says that it can be turned off", () => {
    const texts = readMailTexts(locale);
    const templates = Object.keys(MAIL_VALUES) as (keyof typeof MAIL_VALUES)[];

    expect(templates.filter((name) => texts[name].reason.includes(page)).sort()).toEqual(
      [...NOTIFICATIONS].sort(),
    );
  });
});
