// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { Button } from "./button";

test("a button sends no form unless it is told to", () => {
  render(<Button>Press</Button>, { wrapper: InPage });
  expect(screen.getByRole("button").getAttribute("type")).toBe("button");
});

test("a loading button is busy, keeps its name, and neither calls back nor sends its form", async () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isLoading onClick={onClick}>
        Save
      </Button>
    </form>,
    { wrapper: InPage },
  );
  const button = screen.getByRole("button", { name: "Save" });
  await userEvent.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});
