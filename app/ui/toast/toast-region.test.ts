/** The requests to the region of toasts before it is there. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  clearToasts,
  connectToasts,
  showToast,
  type ToastRegion,
  TOAST_REGION_KNOWN_AFTER_MS,
} from "./toast";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createRegion = () => ({ show: vi.fn<ToastRegion["show"]>(), dismiss: vi.fn<ToastRegion["dismiss"]>() });

test("toasts that wait for the region are shown in order, once screen readers know the region", () => {
  const region = createRegion();
  const first = showToast({ title: "Saved" });
  first.dismiss();
  const disconnect = connectToasts(region);
  showToast({ title: "Sent" });
  vi.advanceTimersByTime(TOAST_REGION_KNOWN_AFTER_MS - 1);
  expect(region.show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(region.show.mock.calls.map(([, { title }]) => title)).toEqual(["Saved", "Sent"]);
  expect(region.dismiss).toHaveBeenCalledExactlyOnceWith(first.id);
  disconnect();
});

test("a region that nothing waits for shows the first toast at once", () => {
  const region = createRegion();
  const disconnect = connectToasts(region);
  showToast({ title: "Saved" });
  expect(region.show).toHaveBeenCalledOnce();
  disconnect();
});

test("what waits for the region is forgotten with its session", () => {
  const region = createRegion();
  showToast({ title: "Saved" });
  clearToasts();
  const disconnect = connectToasts(region);
  expect(region.show).not.toHaveBeenCalled();
  disconnect();
});
