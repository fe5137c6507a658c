import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "~/services/checks/backup-check.server";
import { Tooltip, TOOLTIP_OPEN_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from "./tooltip";

// Each test begins long after the tooltips of those before it, in other files too, have closed.
let beginsAt = Date.now();
beforeEach(() => {
  beginsAt += HOUR_MS;
  vi.useFakeTimers({ now: beginsAt });
});
afterEach(() => vi.useRealTimers());

function renderTwo() {
  render(
    <>
      <Tooltip text="Settings">
        <button aria-label="Settings" />
      </Tooltip>
      <Tooltip text="Search">
        <button aria-label="Search" />
      </Tooltip>
    </>,
  );
  const [settings, search] = screen.getAllByRole("button");
  if (!settings || !search) throw new Error("there are no buttons");
  return { settings, search };
}

const wait = (ms: number) => {
  act(() => void vi.advanceTimersByTime(ms));
};
const getShown = () => screen.queryByRole("tooltip")?.textContent ?? null;

test("a tooltip opens once the pointer has rested for 700 ms", () => {
  const { settings } = renderTwo();
  fireEvent.pointerEnter(settings);
  wait(TOOLTIP_OPEN_DELAY_MS - 1);
  expect(getShown()).toBeNull();
  wait(1);
  expect(getShown()).toBe("Settings");
  fireEvent.pointerLeave(settings);
  expect(getShown()).toBeNull();
});

test.each([
  [TOOLTIP_SKIP_DELAY_MS - 1, "Search"],
  [TOOLTIP_SKIP_DELAY_MS, null],
])("%d ms after a tooltip closed, the next one shows %s at once", (pauseMs, expected) => {
  const { settings, search } = renderTwo();
  fireEvent.pointerEnter(settings);
  wait(TOOLTIP_OPEN_DELAY_MS);
  fireEvent.pointerLeave(settings);
  wait(pauseMs);
  fireEvent.pointerEnter(search);
  wait(0);
  expect(getShown()).toBe(expected);
});

test("a finger opens no tooltip", () => {
  const { settings } = renderTwo();
  fireEvent.pointerEnter(settings, { pointerType: "touch" });
  wait(TOOLTIP_OPEN_DELAY_MS);
  expect(getShown()).toBeNull();
});

test.each([
  ["a press", (button: HTMLElement) => fireEvent.pointerDown(button)],
  ["Escape", () => fireEvent.keyDown(document, { key: "Escape" })],
  ["scrolling", () => fireEvent.scroll(window)],
  ["the focus that leaves", (button: HTMLElement) => fireEvent.blur(button)],
])("%s closes the tooltip", (_, leave) => {
  const { settings } = renderTwo();
  fireEvent.pointerEnter(settings);
  wait(TOOLTIP_OPEN_DELAY_MS);
  expect(getShown()).toBe("Settings");
  leave(settings);
  expect(getShown()).toBeNull();
});

test("a click before the delay has passed keeps the tooltip closed", () => {
  const { settings } = renderTwo();
  fireEvent.pointerEnter(settings);
  fireEvent.pointerDown(settings);
  wait(TOOLTIP_OPEN_DELAY_MS);
  expect(getShown()).toBeNull();
});
