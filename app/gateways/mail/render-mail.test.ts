import { describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "~/domain/locales";
import { PRODUCT_NAME } from "~/domain/product";
import {
  createMailLanguage,
  MAIL_LINK as link,
  readMailTexts,
  SAMPLE_MAILS as values,
} from "../../../tests/support/mails";
import type { MailTemplate, MailValues } from "./mail-values";
import { renderMail } from "./render-mail";

const templates = Object.keys(values) as MailTemplate[];

test("the mail about a new sign-in names its time, its device in words and its network", async () => {
  const { text } = await render("new_signin", "es");
  expect(text).toContain("21 nov 2026, 14:05 UTC");
  expect(text).toContain("Chrome en Windows");
  expect(text).toContain("192.0.2.1");
  expect(text).toContain("https://app.test/forgotpassword");
});

describe("every mail", () => {
  const everyMail = LOCALES.flatMap((locale) => templates.map((template) => [template, locale] as const));

  test.each(everyMail)(
    "%s in %s has a subject, HTML and text, and no untranslated key",
    async (template, locale) => {
      const mail = await render(template, locale);

      expect(mail.subject).not.toBe("");
      expect(mail.html).toContain(`lang="${locale}"`);
      for (const part of [mail.subject, mail.html, mail.text]) {
        expect(part).not.toMatch(new RegExp(`\\b(layout|billing|${templates.join("|")})\\.[a-z]`));
        expect(part).not.toContain("{{");
      }
      const { reason } = readMailTexts(locale)[template];
      expect(mail.text).toContain(reason.replaceAll("{{product}}", PRODUCT_NAME));
    },
  );

  test.each(everyMail)(
    "%s in %s loads no style sheet, script, picture or font from elsewhere",
    async (template, locale) => {
      const { html } = await render(template, locale);

      expect(html).not.toMatch(/<(script|img|link)\b|@import|url\(/i);
      expect(html).not.toContain("url(");
    },
  );

  test("the layout is at most 600 pixels wide", async () => {
    expect((await render("verify", "en")).html).toContain("max-width:600px");
  });
});

describe("texts and links", () => {
  test.each([
    ["en", "Verify your email", "This link expires in 24 hours."],
    ["es", "Verifica tu correo", "Este enlace caduca en 24 horas."],
  ] as const)(
    "the verification mail in %s says what to do, and shows the link as a button and in full",
    async (locale, subject, life) => {
      const mail = await render("verify", locale);

      expect(mail.subject).toBe(subject);
      expect(mail.text).toContain(life);
      expect(mail.text).toContain(link);
      expect(
        mail.html.match(/href="https:\/\/app\.test\/signup\/verify\?token=ver_abc&amp;x=1"/g),
      ).toHaveLength(2);
    },
  );

  test("when an existing email is used again, its owner is told to sign in and that nothing has changed", async () => {
    const { text } = await render("already_registered", "en");

    expect(text).toContain("just entered to sign up or to use it for another account");
    expect(text).toContain("Your account hasn't changed");
    expect(text).toContain(link);
  });

  test("the mail to the current email names its replacement, and how to prevent the change", async () => {
    const { text } = await render("email_change_asked", "en");

    expect(text).toContain("grace@navy.test");
    expect(text).toContain("you keep signing in with this one");
    expect(text).toContain(link);
  });

  test("the mail to the previous email says whom to write to, and contains no link", async () => {
    const { text } = await render("email_changed", "en");

    expect(text).toContain("grace@navy.test");
    expect(text).toContain("write to help@app.test");
    expect(text).not.toContain("http");
  });

  test("a message to support keeps its lines, and a reply goes to the user who wrote it", async () => {
    const mail = await render("support_message", "en");

    expect(mail.text).toContain("First line\nSecond line");
    expect(mail.html).toContain("First line<br/>Second line");
    expect(mail.headers).toEqual({ "Reply-To": "grace@acme.test" });
  });

  test("other mails are marked as sent by a machine, so that no machine answers", async () => {
    expect((await render("verify", "en")).headers).toEqual({ "Auto-Submitted": "auto-generated" });
  });
});

describe("what users typed", () => {
  test("HTML in a name or a message is shown as text", async () => {
    const typed = '<img src=x onerror="alert(1)"> & Co';
    const mail = await render("support_message", "en", { name: typed, email: "a@acme.test", message: typed });

    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; Co");
    expect(mail.html).not.toContain("&amp;amp;");
    expect(mail.subject).toBe(`Support message from ${typed}`);
    expect(mail.text).toContain(typed);
  });

  test("a name that looks like a placeholder of a translation stays unchanged", async () => {
    const name = "{{email}} $t(mail:verify.title)";
    const { subject } = await render("support_message", "en", { ...values.support_message, name });

    expect(subject).toBe(`Support message from ${name}`);
  });

  test("a mail that can be turned off has the link, and the headers with which mail programs offer a button", async () => {
    const { stopLink = "" } = values.new_signin;
    const { html, text, headers } = await render("new_signin", "en");
    expect(html).toContain(stopLink);
    expect(text).toContain(stopLink);
    expect(headers).toMatchObject({
      "List-Unsubscribe": `<${stopLink}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    const local = { ...values.new_signin, stopLink: stopLink.replace("https:", "http:") };
    expect((await render("new_signin", "en", local)).headers).not.toHaveProperty("List-Unsubscribe-Post");
    expect((await render("magic", "en")).headers).not.toHaveProperty("List-Unsubscribe");
  });

  test("a name cannot reverse the reading direction of the subject", async () => {
    const name = "Grace \u202ereppoH";
    const { subject } = await render("support_message", "en", { ...values.support_message, name });

    expect(subject).toBe("Support message from Grace reppoH");
  });

  test.each(["Win at evil.test", "https://evil.test", "www.evil", "a@evil.test", " "])(
    "a greeting leaves out the name %j, because mail clients would turn it into a link in a stranger's mailbox",
    async (name) => {
      const { html, text } = await render("verify", "en", { ...values.verify, name });

      expect(text).toContain("Hello,");
      expect(html).not.toContain("evil");
    },
  );

  test.each(["Grace M. Hopper", "Núria Peña i Solé", "O’Neil", "李小龍"])(
    "the greeting contains the first name of %s",
    async (name) => {
      const first = name.split(" ")[0] ?? "";
      expect((await render("verify", "en", { ...values.verify, name })).text).toContain(`Hello ${first},`);
    },
  );

  test("a mail about an account names it in its subject, once", async () => {
    expect((await render("receipt", "en")).subject).toBe("Your receipt for $48.50 · Acme");
    expect((await render("invite", "en")).subject).toBe("Join Acme");
    const { account: _, ...queuedByFormerVersion } = values.receipt;
    expect((await render("receipt", "en", queuedByFormerVersion)).subject).toBe("Your receipt for $48.50");
  });

  test("the dark colours stand in one style element, and win over the inline light ones", async () => {
    const { html, text } = await render("receipt", "en");
    expect(html).toContain("@media (prefers-color-scheme: dark) { .dark-body, .dark-body td");
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(html).toMatch(/style="background-color:#ffffff[^"]*" class="dark-card"/);
    expect(text).not.toContain("prefers-color-scheme");
  });
});

function render<T extends MailTemplate>(
  template: T,
  locale: Locale,
  given: MailValues[T] = values[template],
) {
  return renderMail(template, given, createMailLanguage(locale));
}
