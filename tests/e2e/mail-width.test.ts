/** Every mail fits the narrowest phone, whatever names, emails and URLs it contains. */
import type { Browser, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { LOCALES } from "~/domain/locales";
import type { MailTemplate, MailValues } from "~/gateways/mail/mail-values";
import { renderMail } from "~/gateways/mail/render-mail";
import { shareBrowser } from "../support/chromium";
import { createLongestMail, createMailLanguage, SAMPLE_MAILS } from "../support/mails";

const NARROWEST_PX = 320;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await shareBrowser();
  page = await browser.newPage({ viewport: { width: NARROWEST_PX, height: 800 } });
});

test.each(LOCALES)("no mail in %s is wider than 320 pixels", async (locale) => {
  const wide: Record<string, number> = {};
  for (const template of Object.keys(SAMPLE_MAILS) as MailTemplate[]) {
    const samples = { usual: SAMPLE_MAILS[template], longest: createLongestMail(template) };
    for (const [sample, values] of Object.entries(samples)) {
      const width = await measureWidth(template, values);
      if (width > NARROWEST_PX) wide[`${template} (${sample})`] = width;
    }
  }
  expect(wide).toEqual({});

  async function measureWidth<T extends MailTemplate>(template: T, values: MailValues[T]): Promise<number> {
    await page.setContent((await renderMail(template, values, createMailLanguage(locale))).html);
    return page.evaluate(() => document.documentElement.scrollWidth);
  }
});
