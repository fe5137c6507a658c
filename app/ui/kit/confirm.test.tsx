// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { Button } from "./button";
import { Confirm } from "./confirm";

function renderRevoke() {
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form id="revoke" onSubmit={onSubmit}>
      <Confirm
        formId="revoke"
        trigger={<Button type="submit">Revoke</Button>}
        title="Revoke this key?"
        description="Programs that use it stop working."
        confirmLabel="Revoke key"
      />
    </form>,
    { wrapper: InPage },
  );
  return onSubmit;
}

test("what cannot be undone is asked before its form is sent", async () => {
  const onSubmit = renderRevoke();
  await userEvent.click(screen.getByRole("button", { name: "Revoke" }));
  expect(screen.getByRole("alertdialog", { name: "Revoke this key?" })).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Revoke key" }));
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each(["Cancel", "Close"])("%s closes the question and sends nothing", async (name) => {
  const onSubmit = renderRevoke();
  await userEvent.click(screen.getByRole("button", { name: "Revoke" }));
  await userEvent.click(screen.getByRole("button", { name }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("led from outside, it is open without a button and says when it closes", async () => {
  const [onConfirm, onOpenChange] = [vi.fn(), vi.fn()];
  render(
    <Confirm
      isOpen
      onOpenChange={onOpenChange}
      title="Revoke this key?"
      description="Programs that use it stop working."
      confirmLabel="Revoke key"
      onConfirm={onConfirm}
    />,
    { wrapper: InPage },
  );
  await userEvent.click(screen.getByRole("button", { name: "Revoke key" }));
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
});
