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

test("the dialog asks before the form is sent", async () => {
  const onSubmit = renderRevoke();
  await userEvent.click(screen.getByRole("button", { name: "Revoke" }));
  expect(screen.getByRole("alertdialog", { name: "Revoke this key?" })).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Revoke key" }));
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each(["Cancel", "Close"])("%s closes the dialog and sends nothing", async (name) => {
  const onSubmit = renderRevoke();
  await userEvent.click(screen.getByRole("button", { name: "Revoke" }));
  await userEvent.click(screen.getByRole("button", { name }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a controlled dialog opens without a trigger and reports when it closes", async () => {
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
