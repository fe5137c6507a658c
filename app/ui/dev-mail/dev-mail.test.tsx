import { render, screen, within } from "@testing-library/react";
import { createInstance } from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { describe, expect, test } from "vitest";
import { INTERPOLATION } from "~/domain/product";
import type { Locale } from "~/domain/locales";
import en from "~/i18n/en/dev.json";
import enLayout from "~/i18n/en/layout.json";
import es from "~/i18n/es/dev.json";
import esLayout from "~/i18n/es/layout.json";
import { InPage } from "../../../tests/support/in-page";
import { MailList } from "./mail-list";
import { MailView, type ViewedMail } from "./mail-view";

const id = "20261121T140500000Z-01939f5a-0000-7000-8000-000000000001";
const mail: ViewedMail = {
  id,
  from: "Groundwork <hello@groundwork.test>",
  to: "grace@acme.test",
  subject: "Verify <b>your</b> address",
  date: "2026-11-21T14:05:00.000Z",
  html: '<p><a href="https://app.test/verify?token=ver_abc" target="_top">Verify</a></p>',
  text: "Verify https://app.test/verify?token=ver_abc",
  links: [{ href: "https://app.test/verify?token=ver_abc", label: "Verify" }],
  attachments: [],
};

describe("the list of mails", () => {
  test("the list of mails shows the subject, the recipient and the time of each, and links to it", () => {
    renderInLocale(<MailList mails={[mail, { ...mail, id: "other", subject: "" }]} />);

    const [first, second] = within(screen.getByRole("list")).getAllByRole("link");
    expect(first?.getAttribute("href")).toBe(`/dev/mail/${id}`);
    expect(first?.textContent).toContain("Verify <b>your</b> address");
    expect(first?.textContent).toContain("grace@acme.test");
    expect(first?.querySelector("time")?.title).toBe("11/21/2026, 02:05 PM UTC");
    expect(second?.textContent).toContain("(no subject)");
  });

  test("the list of mails can be refreshed by a link, so also without scripts", () => {
    renderInLocale(<MailList mails={[mail]} />);

    expect(screen.getByRole("link", { name: "Refresh" }).getAttribute("href")).toBe("/dev/mail");
  });

  test("the list of mails has a way back to the product", () => {
    renderInLocale(<MailList mails={[mail]} />);
    expect(screen.getByRole("link", { name: "Back to the product" }).getAttribute("href")).toBe("/");
  });

  test.each(["en", "es"] as const)(
    "the list without mails says in %s that there are none, and that no mail leaves this machine",
    (locale) => {
      renderInLocale(<MailList mails={[]} />, locale);

      const texts = locale === "es" ? es : en;
      expect(screen.getByRole("heading", { name: texts.mail.empty_title })).toBeTruthy();
      expect(screen.getByText(texts.mail.note)).toBeTruthy();
      expect(screen.queryByRole("list")).toBeNull();
    },
  );
});

describe("one mail", () => {
  test("a mail is rendered in an iframe without scripts or origin, whose links open in the whole window on a click", () => {
    renderInLocale(<MailView mail={mail} isText={false} />);

    const frame = screen.getByTitle("The email “Verify <b>your</b> address”");
    expect(frame.getAttribute("sandbox")).toBe("allow-popups allow-top-navigation-by-user-activation");
    expect(frame.getAttribute("srcdoc")).toBe(mail.html);
  });

  test("a mail shows its headers, and every link outside the iframe", () => {
    renderInLocale(<MailView mail={mail} isText={false} />);

    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Verify <b>your</b> address");
    expect(screen.getByText("grace@acme.test")).toBeTruthy();
    expect(screen.getByText("Groundwork <hello@groundwork.test>")).toBeTruthy();
    expect(screen.getByTitle("11/21/2026, 02:05 PM UTC")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Verify" }).getAttribute("href")).toBe(mail.links[0]?.href);
  });

  test("a mail is shown as text at its own URL", () => {
    renderInLocale(<MailView mail={mail} isText={false} />);
    expect(screen.getByRole("link", { name: "Text" }).getAttribute("href")).toBe(`/dev/mail/${id}?as=text`);
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Design");
    expect(screen.queryByText(mail.text)).toBeNull();
  });

  test("a mail as text has no iframe", () => {
    renderInLocale(<MailView mail={mail} isText />);

    expect(screen.getByText(mail.text)).toBeTruthy();
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Text");
    expect(screen.queryByTitle(/The mail/)).toBeNull();
  });

  test("a mail lists its attachments with their sizes, to download", () => {
    const attachments = [
      { name: "invoice-1.pdf", size: 1500 },
      { name: "terms.pdf", size: 20_000 },
    ];
    renderInLocale(<MailView mail={{ ...mail, attachments }} isText={false} />);

    const [first, second] = ["invoice-1.pdf", "terms.pdf"].map((name) => screen.getByRole("link", { name }));
    expect(first?.getAttribute("href")).toBe(`/dev/mail/${id}/attachments/0`);
    expect(first?.getAttribute("download")).toBe("invoice-1.pdf");
    expect(second?.getAttribute("href")).toBe(`/dev/mail/${id}/attachments/1`);
    expect(screen.getByText("2 kB")).toBeTruthy();
  });

  test("a mail without attachments has no list of them", () => {
    renderInLocale(<MailView mail={mail} isText={false} />);

    expect(screen.queryByText("Attachments")).toBeNull();
  });

  test("a mail without links has no list of them", () => {
    renderInLocale(<MailView mail={{ ...mail, links: [] }} isText={false} />);

    expect(screen.queryByText("Links in this email")).toBeNull();
  });
});

function renderInLocale(element: ReactElement, locale: Locale = "en"): void {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: locale,
    initImmediate: false,
    resources: { en: { dev: en, layout: enLayout }, es: { dev: es, layout: esLayout } },
    interpolation: INTERPOLATION,
  });
  render(
    <InPage path={`/dev/mail/${id}`}>
      <I18nextProvider i18n={texts}>{element}</I18nextProvider>
    </InPage>,
  );
}
