// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { InPage } from "../layout/in-page";
import { ProgressBar } from "./progress-bar";

test.each([
  { value: undefined, state: "indeterminate", now: null },
  { value: 0, state: "loading", now: "0" },
  { value: 99.5, state: "loading", now: "99.5" },
  { value: 100, state: "complete", now: "100" },
  { value: 140, state: "complete", now: "100" },
  { value: -3, state: "loading", now: "0" },
])("a progress of $value is $state, at most 100", ({ value, state, now }) => {
  render(<ProgressBar label="Upload" value={value} />, { wrapper: InPage });
  const bar = screen.getByRole("progressbar", { name: "Upload" });
  expect(bar.dataset.state).toBe(state);
  expect(bar.getAttribute("aria-valuenow")).toBe(now);
  expect(bar.getAttribute("aria-valuemax")).toBe("100");
});
