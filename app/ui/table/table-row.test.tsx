/** The cells of a data table. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DataPage } from "../../../tests/support/data-page";
import { TableCell } from "./table-cell";
import type { CellValue } from "./table-data";

const show = (value: CellValue) => render(<TableCell value={value} />, { wrapper: DataPage }).container;

test("ISO timestamps are shown as date and time", () => {
  show("2026-11-20T14:05:00.000Z");
  expect(screen.getByTitle("11/20/2026, 02:05 PM UTC").getAttribute("datetime")).toBe(
    "2026-11-20T14:05:00.000Z",
  );
});

test("a text that only looks like a timestamp stays as it is", () => {
  expect(show("2026-99-99T99:99:99Z").textContent).toBe("2026-99-99T99:99:99Z");
});

test("a badge shows its status as a word", () => {
  show({ kind: "badge", label: "Revoked", tone: "bad" });
  expect(screen.getByText("Revoked")).toBeTruthy();
});

test("a user is shown by name, with the email below", () => {
  show({ kind: "who", name: "Grace Hopper", detail: "grace@acme.test" });
  expect(screen.getByText("Grace Hopper")).toBeTruthy();
  expect(screen.getByText("grace@acme.test")).toBeTruthy();
});

test("a name reads in the direction of its script", () => {
  show({ kind: "who", name: "מרים", detail: "miriam@acme.test" });
  expect(screen.getByTitle("מרים").dir).toBe("auto");
});

test("a note of a user is there where the column that says it is hidden", () => {
  show({ kind: "who", name: "Grace Hopper", detail: "grace@acme.test", note: "Admin" });
  expect(screen.getByText("Admin").className).toContain("md:hidden");
});

test("a long name and a long email are cut, and their titles have them in full", () => {
  const [name, detail] = ["Maximiliana Wolfeschlegelsteinhausen", `${"a".repeat(170)}@acme.test`];
  show({ kind: "who", name, detail });
  expect(screen.getByTitle(name).className).toContain("cut-name");
  expect(screen.getByTitle(detail).className).toContain("truncate");
});

test("a text that names its row is cut in the same way, any other text wraps", () => {
  const email = `${"a".repeat(170)}@acme.test`;
  render(<TableCell value={email} isName />, { wrapper: DataPage });
  expect(screen.getByTitle(email).className).toContain("truncate");
  expect(show(email).querySelector(".truncate")).toBeNull();
});

test("a text is broken between its words; only one with a long word may be broken elsewhere", () => {
  const hasWholeWords = (value: CellValue) =>
    show(value).querySelector("[class*='overflow-wrap:normal']") !== null;
  expect(hasWholeWords("Groundwork support team")).toBe(true);
  expect(hasWholeWords({ kind: "link", label: "Analytical Engines", url: "/account" })).toBe(true);
  expect(hasWholeWords({ kind: "code", label: "Got access to mission control", detail: "" })).toBe(true);
  expect(hasWholeWords("Groundwork Donaudampfschifffahrt")).toBe(false);
});

test.each(["/account", "https://example.com/", "mailto:grace@acme.test"])(
  "a link cell links to %s",
  (url) => {
    show({ kind: "link", label: "Open", url });
    expect(screen.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(url);
  },
);

test.each([
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "//evil.example",
  "/\\evil.example",
  "data:text/html,x",
])("a link cell to %j is shown as text", (url) => {
  show({ kind: "link", label: "Open", url });
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("Open")).toBeTruthy();
});

test.each([[null], [""]])("an empty value (%j) is shown as a dash", (value) => {
  expect(show(value).textContent).toBe("–");
});

test("zero is shown as a number", () => {
  expect(show(0).textContent).toBe("0");
});
