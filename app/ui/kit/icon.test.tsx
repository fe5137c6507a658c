// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { Icon, type IconName } from "./icon";

test("an icon is drawn by its name, as decoration", () => {
  render(<Icon name="users" />, { wrapper: InPage });
  expect(document.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
});

test("a missing icon is logged and nothing is shown", () => {
  const log = vi.spyOn(console, "warn").mockReturnValue();
  render(<Icon name={"no-such-icon" as IconName} />, { wrapper: InPage });
  expect(document.querySelector("svg")).toBeNull();
  expect(log.mock.calls.flat().join()).toContain("no-such-icon");
});
