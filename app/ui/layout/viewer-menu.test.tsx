import { render, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import type { LayoutViewer } from "../navigation";
import { ViewerMenu } from "./viewer-menu";

const ACME = { id: "a1", name: "Acme Inc", role: "owner" } as const;
const GLOBEX = { id: "a2", name: "Globex", role: "user" } as const;

const grace: LayoutViewer = {
  name: "Grace Hopper",
  email: "grace@acme.test",
  accounts: [ACME],
  accountId: "a1",
  isDemo: false,
  locale: "en",
};

const renderMenu = (viewer: Partial<LayoutViewer> = {}, path = "/dashboard?from=mail") =>
  render(
    <InPage path={path}>
      <ViewerMenu viewer={{ ...grace, ...viewer }} entries={[]} />
    </InPage>,
  );

/** The request of the form around a control: its method, URL and fields. */
function getFormRequest(control: HTMLElement) {
  const form = control.closest("form");
  if (!form || !(control instanceof HTMLButtonElement)) throw new Error("not a form's button");
  const fields = Object.fromEntries(new FormData(form));
  return [form.method, form.getAttribute("action"), { ...fields, [control.name]: control.value }];
}

describe("switch account", () => {
  test("switching the account is not offered to a user with one account", () => {
    renderMenu();
    expect(screen.queryByText("Switch account")).toBeNull();
    expect(screen.queryByRole("button", { name: /Acme Inc/ })).toBeNull();
  });

  test("switching the account is offered to a user with several, marks the current account and posts the chosen one", () => {
    renderMenu({ accounts: [ACME, GLOBEX] });
    const choices = within(screen.getByRole("form", { name: "Switch account" }));
    expect(choices.getByRole("button", { name: /Acme Inc/ }).getAttribute("aria-current")).toBe("true");
    const other = choices.getByRole("button", { name: /Globex/ });
    expect(other.getAttribute("aria-current")).toBeNull();
    expect(getFormRequest(other)).toEqual(["post", "/switch", { account: "a2" }]);
  });
});

test("Edit account and Help are links", () => {
  renderMenu();
  expect(screen.getByRole("link", { name: "Edit account" }).getAttribute("href")).toBe("/account");
  expect(screen.getByRole("link", { name: "Help" }).getAttribute("href")).toBe("/help");
});

test("choosing a language posts it with the path of this page", () => {
  renderMenu();
  expect(screen.getByRole("button", { name: "English" }).getAttribute("aria-pressed")).toBe("true");
  const spanish = screen.getByRole("button", { name: "Español" });
  expect(spanish.getAttribute("aria-pressed")).toBe("false");
  const sent = { locale: "es", return_to: "/dashboard?from=mail" };
  expect(getFormRequest(spanish)).toEqual(["post", "/preferences", sent]);
});

test.each([
  { name: "Dark mode", dark_mode: "true" },
  { name: "Light mode", dark_mode: "false" },
])("$name posts the theme; the style sheet hides the one that is shown", ({ name, dark_mode }) => {
  renderMenu();
  const sent = { dark_mode, return_to: "/dashboard?from=mail" };
  expect(getFormRequest(screen.getByRole("button", { name }))).toEqual(["post", "/preferences", sent]);
});

test("Sign out is a form that posts", () => {
  renderMenu();
  expect(getFormRequest(screen.getByRole("button", { name: "Sign out" })).slice(0, 2)).toEqual([
    "post",
    "/signout",
  ]);
});
