/** Makes every console.error or console.warn that a test did not expect a failure of that test. */
import { afterEach, beforeEach, expect, vi } from "vitest";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(record);
  vi.spyOn(console, "warn").mockImplementation(record);
});

afterEach(() => {
  expect(complaints.splice(0), "printed to console.error or console.warn").toEqual([]);
});

const complaints: string[] = [];

function record(...parts: unknown[]): void {
  complaints.push(parts.map(String).join(" "));
}
