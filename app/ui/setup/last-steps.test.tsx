/** The last two steps of setup, and Health: what they show, and that they show no secret. */
import { render, screen } from "@testing-library/react";
import { createInstance } from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { INTERPOLATION } from "~/domain/product";
import type { SettingView } from "~/domain/setup";
import account from "~/i18n/en/account.json";
import checks from "~/i18n/en/checks.json";
import form from "~/i18n/en/form.json";
import setup from "~/i18n/en/setup.json";
import { InPage } from "../../../tests/support/in-page";
import { AuthenticationForm } from "./authentication-form";
import { FinishForm } from "./finish-form";

function renderInPage(children: ReactElement) {
  const i18n = createInstance();
  void i18n.use(initReactI18next).init({
    lng: "en",
    resources: { en: { account, checks, form, setup } },
    initImmediate: false,
    interpolation: INTERPOLATION,
  });
  return render(
    <InPage>
      <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
    </InPage>,
  );
}

const shared = { is_set: true, is_secret: false, value: null, ending: null };
const settings: SettingView[] = [
  { ...shared, name: "FACEBOOK_CLIENT_ID", source: "environment", value: "fixed" },
  { ...shared, name: "FACEBOOK_CLIENT_SECRET", source: "environment", is_secret: true, ending: "wxyz" },
  { ...shared, name: "TWITTER_CLIENT_ID", source: "saved", value: "saved id" },
  { ...shared, name: "TWITTER_CLIENT_SECRET", source: "saved", is_secret: true, ending: "abcd" },
];
const providers = [
  {
    provider: "facebook",
    name: "Facebook",
    callback_url: "https://app.example.com/auth/facebook/callback",
    state: "on",
  },
  {
    provider: "twitter",
    name: "X",
    callback_url: "https://app.example.com/auth/twitter/callback",
    state: "off",
  },
] as const;

test("a provider has its callback URL, fields for what the environment does not fix, and a link that tries it", () => {
  const { container } = renderInPage(
    <AuthenticationForm revision={3} settings={settings} providers={providers} trial={null} />,
  );
  expect(container.textContent).toContain("https://app.example.com/auth/facebook/callback");
  expect(screen.queryByLabelText(/Facebook app ID/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/X client ID/).value).toBe("saved id");
  expect(screen.getByLabelText<HTMLInputElement>(/X client secret/).value).toBe("");
  expect(screen.getByRole("link", { name: "Try Facebook" }).getAttribute("href")).toBe(
    "/auth/facebook?setup=1",
  );
  expect(screen.queryByRole("link", { name: "Try X" })).toBeNull();
});

test("what came back from a provider is shown, with its markup as text", () => {
  const trial = { provider: "twitter", outcome: "ok", name: "<b>Ada</b>", email: null } as const;
  renderInPage(<AuthenticationForm revision={3} settings={[]} providers={providers} trial={trial} />);
  expect(screen.getByText("X works")).toBeTruthy();
  expect(screen.getByText(/It returned the name <b>Ada<\/b> and no email/)).toBeTruthy();
});

test("the last step lists each part, marks the stand-ins, and shows what the checks advise", () => {
  renderInPage(
    <FinishForm
      revision={3}
      parts={[{ step: "mail", inUse: "Files in the data folder", isStandIn: true }]}
      advice={[{ name: "Backup", level: "warning", finding: "No backup is known.", advice: "Make one." }]}
    />,
  );
  for (const text of ["Mail provider", "For trying out", "No backup is known.", "Make one.", "Warning"])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByLabelText(/Email of the first operator/)).toBeTruthy();
});
