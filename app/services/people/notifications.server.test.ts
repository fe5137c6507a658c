import { describe, expect, test } from "vitest";
import { NOTIFICATIONS } from "~/domain/forms/notifications";
import { LOCALES } from "~/domain/locales";
import { MAIL_VALUES } from "~/gateways/mail/mail-values";
import { createMailLanguage, readMailTexts, SAMPLE_MAILS } from "../../../tests/support/mails";
import { renderMail } from "~/gateways/mail/render-mail";

/** What a mail's last line calls the page on which it is turned off. */
const SETTINGS = { en: "Notifications in", es: "Notificaciones, en" };

describe.each(LOCALES)("preferences, in %s", (locale) => {
  test.each(NOTIFICATIONS)("%s is a mail, which says where to turn it off", async (name) => {
    const { text } = await renderMail(name, SAMPLE_MAILS[name], createMailLanguage(locale));

    expect(text.replaceAll("\n", " ")).toContain(SETTINGS[locale]);
  });

  test("no other mail says that it can be turned off", () => {
    const texts = readMailTexts(locale);
    const templates = Object.keys(MAIL_VALUES) as (keyof typeof MAIL_VALUES)[];

    expect(templates.filter((name) => texts[name].reason.includes(SETTINGS[locale])).sort()).toEqual(
      [...NOTIFICATIONS].sort(),
    );
  });
});
