/** The menu of a row, with and without scripts. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { DataPage } from "../../../tests/support/data-page";
import { useTexts } from "../use-texts";
import { RowMenu } from "./row-menu";
import type { RowAction, TableRow } from "./table-data";

const RUN: RowAction<TableRow> = { id: "run", label: "Run", run: () => undefined };
const OPEN: RowAction<TableRow> = { id: "open", label: "Open", href: () => "/open" };
const MANAGE: RowAction<TableRow> = {
  id: "manage",
  label: "Manage",
  isFallback: true,
  href: () => "/manage",
};

function Menu({ actions }: { actions: readonly RowAction<TableRow>[] }) {
  const { t } = useTexts("data");
  return <RowMenu t={t} row={{ id: "1" }} name="Grace" actions={actions} />;
}

function renderMenu(actions: readonly RowAction<TableRow>[]) {
  const { container } = render(<Menu actions={actions} />, { wrapper: DataPage });
  return [...container.querySelectorAll("a")].map((link) => link.getAttribute("href"));
}

test("a fallback is not in the menu, and is the only link without scripts", async () => {
  expect(renderMenu([RUN, OPEN, MANAGE])).toEqual(["/manage"]);
  await userEvent.click(screen.getByRole("button", { name: "Actions for Grace" }));
  expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual(["Run", "Open"]);
});

test("without a fallback, the actions that are links are shown without scripts", () => {
  expect(renderMenu([RUN, OPEN])).toEqual(["/open"]);
});

test("an only action that is a link with an icon stands in place of the menu", () => {
  const icon = <svg aria-hidden />;
  expect(renderMenu([{ ...OPEN, icon }])).toEqual(["/open"]);
  expect(screen.getByRole("link", { name: "Open: Grace" })).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("with only a fallback there is no menu", () => {
  expect(renderMenu([MANAGE])).toEqual(["/manage"]);
  expect(screen.queryByRole("button")).toBeNull();
});
