/** Where the focus goes with the notifications: F8 leads to them, and Escape and the last one that closes give it back. */
import { act, fireEvent, render } from "@testing-library/react";
import { toast as store } from "react-hot-toast/headless";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getDismissButton, getRegion, listTitles, show, wait } from "../../../tests/support/toasts";
import { WithTexts } from "../../../tests/support/with-texts";
import { Toaster } from "./toaster";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  render(<Toaster />, { wrapper: WithTexts });
});
afterEach(() => {
  act(() => store.removeAll());
  vi.useRealTimers();
});

test("F8 focuses the notification region, and closing the last toast restores the focus", () => {
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  show({ title: "one" });
  fireEvent.keyDown(field, { key: "F8" });
  expect(document.activeElement).toBe(getRegion());
  fireEvent.keyDown(getRegion(), { key: "Escape" });
  expect(document.activeElement).toBe(field);
  field.remove();
});

test("after F8 and Escape with nothing focused before, the next toast closes in its time", () => {
  show({ title: "one" });
  fireEvent.keyDown(document.body, { key: "F8" });
  wait(60_000);
  expect(listTitles()).toEqual(["one"]);
  fireEvent.keyDown(getRegion(), { key: "Escape" });
  expect(document.activeElement).toBe(document.body);
  show({ title: "two" });
  wait(5000);
  expect(listTitles()).toEqual([]);
});

test("after F8 and Escape, the toasts that are left continue with their remaining time", () => {
  show({ title: "one" });
  show({ title: "two" });
  wait(3000);
  fireEvent.keyDown(document.body, { key: "F8" });
  wait(60_000);
  fireEvent.keyDown(getRegion(), { key: "Escape" });
  expect(listTitles()).toEqual(["one"]);
  wait(1999);
  expect(listTitles()).toEqual(["one"]);
  wait(1);
  expect(listTitles()).toEqual([]);
});

test("F8 without a toast leaves the focus where it is, and the next toast closes in its time", () => {
  fireEvent.keyDown(document.body, { key: "F8" });
  expect(document.activeElement).toBe(document.body);
  show({ title: "one" });
  wait(5000);
  expect(listTitles()).toEqual([]);
});

test("the focus does not stay where the last toast was closed by the code that showed it", () => {
  const shown = show({ title: "one" });
  fireEvent.keyDown(document.body, { key: "F8" });
  act(() => shown.dismiss());
  expect(document.activeElement).toBe(document.body);
});

test("when the element that had the focus is gone, Escape does not leave it in the region", () => {
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  show({ title: "one" });
  fireEvent.keyDown(field, { key: "F8" });
  field.remove();
  fireEvent.keyDown(getRegion(), { key: "Escape" });
  expect(document.activeElement).toBe(document.body);
});

test("a field that was left for elsewhere in the meantime does not get the focus back", () => {
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  show({ title: "one" });
  fireEvent.keyDown(field, { key: "F8" });
  act(() => getRegion().blur());
  fireEvent.keyDown(document.body, { key: "F8" });
  fireEvent.keyDown(getRegion(), { key: "Escape" });
  expect(document.activeElement).toBe(document.body);
  field.remove();
});

test("closing one of several keeps the focus among them", () => {
  show({ title: "one" });
  show({ title: "two" });
  act(() => getDismissButton("two").focus());
  fireEvent.click(getDismissButton("two"));
  expect(document.activeElement).toBe(getRegion());
});
