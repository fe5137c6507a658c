// With the sandbox, the card field waits for the sandbox's own script, and shows an error when the script fails to load.
import { act, render, screen, waitFor } from "@testing-library/react";
import { createInstance } from "i18next";
import type { ReactNode } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { INTERPOLATION } from "~/domain/product";
import billing from "~/i18n/en/billing.json";
import form from "~/i18n/en/form.json";
import { CardBox } from "./card-box";

/** Scripts that the page requested. Nothing is loaded in this test. */
let scripts: HTMLScriptElement[];

// The field loads its input when it is rendered. On a busy machine that took longer than `waitFor` waits.
beforeAll(() => import("../form/card-input"));
beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) scripts.push(node);
  });
});
afterEach(() => vi.restoreAllMocks());

const box = <CardBox publishableKey="pk_test_1" isSandbox locale="en" />;

test("when the sandbox's script fails to load, an error is shown, and the next card field loads it again", async () => {
  const { unmount } = render(withTexts(box));
  expect(screen.getByText("Loading the card field…")).toBeTruthy();
  await waitFor(() => expect(scripts).toHaveLength(1));
  expect(new URL(scripts[0]?.src ?? "").pathname).toBe("/sandbox/stripe.js");

  await act(async () => {
    scripts[0]?.dispatchEvent(new Event("error"));
  });
  expect(screen.getByRole("alert").textContent).toContain("The card field couldn't be loaded");
  unmount();
  render(withTexts(box));
  await waitFor(() => expect(scripts).toHaveLength(2));

  expect(screen.getByRole("group", { name: "Card" })).toBeTruthy();
  expect(screen.getByText(/4242 4242 4242 4242/)).toBeTruthy();
});

function withTexts(ui: ReactNode): ReactNode {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: "en",
    initImmediate: false,
    ns: ["billing", "form"],
    resources: { en: { billing, form } },
    interpolation: INTERPOLATION,
  });
  return <I18nextProvider i18n={texts}>{ui}</I18nextProvider>;
}
