// @vitest-environment happy-dom
/** The cells of a data table. Spec §2 and §3. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DataPage } from "../../../tests/support/data-page";
import { TableCell } from "./table-cell";
import type { CellValue } from "./table-data";

const show = (value: CellValue) => render(<TableCell value={value} />, { wrapper: DataPage }).container;

test("ISO timestamps are shown as date and time", () => {
  show("2026-11-20T14:05:00.000Z");
  expect(screen.getByTitle("11/20/2026, 14:05 UTC").getAttribute("datetime")).toBe(
    "2026-11-20T14:05:00.000Z",
  );
});

test("a text that only looks like a timestamp stays as it is", () => {
  expect(show("2026-99-99T99:99:99Z").textContent).toBe("2026-99-99T99:99:99Z");
});

test("a badge says its status as a word", () => {
  show({ kind: "badge", label: "Revoked", tone: "bad" });
  expect(screen.getByText("Revoked")).toBeTruthy();
});

test("who a row is about: a name, and below it what tells them apart", () => {
  show({ kind: "who", name: "Grace Hopper", detail: "grace@acme.test" });
  expect(screen.getByText("Grace Hopper")).toBeTruthy();
  expect(screen.getByText("grace@acme.test")).toBeTruthy();
});

test("a long name and a long email are cut, and their titles have them in full", () => {
  const [name, detail] = ["Maximiliana Wolfeschlegelsteinhausen", `${"a".repeat(170)}@acme.test`];
  show({ kind: "who", name, detail });
  expect(screen.getByTitle(name).className).toBe("cut-name");
  expect(screen.getByTitle(detail).className).toContain("truncate");
});

test("a text that names its row is cut in the same way, another wraps", () => {
  const email = `${"a".repeat(170)}@acme.test`;
  render(<TableCell value={email} isName />, { wrapper: DataPage });
  expect(screen.getByTitle(email).className).toContain("truncate");
  expect(show(email).querySelector(".truncate")).toBeNull();
});

test.each(["/account", "https://example.com/", "mailto:grace@acme.test"])(
  "a link cell leads to %s",
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
])("a link cell to %j is text", (url) => {
  show({ kind: "link", label: "Open", url });
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("Open")).toBeTruthy();
});

test.each([[null], [""]])("an empty value (%j) is a dash", (value) => {
  expect(show(value).textContent).toBe("–");
});

test("zero is a value", () => {
  expect(show(0).textContent).toBe("0");
});
