import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { InPage, ShownAddress } from "../../../tests/support/in-page";
import type { NavEntry } from "../navigation";
import { AccountLayout } from "./account-layout";

const entries: NavEntry[] = [
  { label: "Profile", icon: "user", link: "/account/profile", position: "top", permission: "user" },
  { label: "API keys", icon: "lock", link: "/account/apikeys", position: "top", permission: "user" },
];

function renderAt(path: string) {
  render(
    <InPage path={path}>
      <AccountLayout entries={entries} permissions={{ user: true }}>
        <ShownAddress />
      </AccountLayout>
    </InPage>,
  );
}

test("the dropdown shows the current page, also on a page below it", () => {
  renderAt("/account/apikeys/create");
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("/account/apikeys");
  expect(screen.getByRole("link", { name: "API keys" }).getAttribute("aria-current")).toBe("page");
});

test("choosing a page in the dropdown navigates to it", async () => {
  renderAt("/account/profile");
  await userEvent.selectOptions(screen.getByRole("combobox"), "API keys");
  expect(screen.getByRole("status").textContent).toBe("/account/apikeys");
});
