import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { WithTexts } from "../../../tests/support/with-texts";
import { clearToasts, showToast } from "./toast";
import { ToastHost } from "./toast-host";

// In place of a failed request: the test loads modules from the disk, where this one is.
vi.mock("./toaster", () => {
  throw new Error("the server cannot be reached");
});
afterEach(() => act(() => clearToasts()));

test("when the code of the toasts cannot be loaded, the latest is shown plainly, with its button", async () => {
  render(<ToastHost />, { wrapper: WithTexts });
  expect(screen.queryByRole("alert")).toBeNull();
  const run = vi.fn();
  act(() => {
    showToast({ title: "Offline", variant: "error", retry: { label: "Try again", run } });
  });
  expect((await screen.findByRole("alert")).textContent).toContain("Offline");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(run).toHaveBeenCalledOnce();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a toast that its caller dismisses, or that belonged to another session, is gone", async () => {
  render(<ToastHost />, { wrapper: WithTexts });
  let first = { dismiss: () => undefined as unknown };
  act(() => {
    first = showToast({ title: "One" });
  });
  await screen.findByText("One");
  act(() => void first.dismiss());
  expect(screen.queryByText("One")).toBeNull();
  act(() => void showToast({ title: "Two" }));
  act(() => clearToasts());
  expect(screen.queryByText("Two")).toBeNull();
});
