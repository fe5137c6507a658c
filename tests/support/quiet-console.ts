/** Makes a test fail when it prints to console.error or console.warn without expecting it. */
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
