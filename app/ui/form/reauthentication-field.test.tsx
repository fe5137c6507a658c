import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderForm } from "../../../tests/support/form-page";
import { ActionForm, SubmitButton } from "./action-form";
import { ReauthenticationField, type ReauthenticationFieldProps } from "./reauthentication-field";

const createForm = (reauthentication: ReauthenticationFieldProps) => (
  <ActionForm action="/page">
    <ReauthenticationField {...reauthentication} />
    <SubmitButton>Go</SubmitButton>
  </ActionForm>
);

test("after a recent reauthentication the form asks for nothing", () => {
  renderForm(createForm({ isRecent: true, method: "password", hasPasskey: false }));
  expect(screen.queryByLabelText("Your password")).toBeNull();
});

test("without a recent reauthentication the form asks for the password", () => {
  renderForm(createForm({ isRecent: false, method: "password", hasPasskey: false }));
  expect(screen.getByLabelText("Your password").getAttribute("autocomplete")).toBe("current-password");
});

test("a user without a password is asked for a two-factor code", () => {
  renderForm(createForm({ isRecent: false, method: "code", hasPasskey: false }));
  expect(screen.queryByLabelText("Your password")).toBeNull();
  expect(screen.getByLabelText("Two-factor code").getAttribute("autocomplete")).toBe("one-time-code");
});

test("a user with neither gets a link to set a password", () => {
  renderForm(createForm({ isRecent: false, method: "none", hasPasskey: false }));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("link", { name: "Set a password" }).getAttribute("href")).toBe("/forgotpassword");
});

test("when the reauthentication expires after the page is loaded, the rejection shows the field, which stays during input", async () => {
  const page = renderForm(createForm({ isRecent: true, method: "password", hasPasskey: false }));
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await screen.findByRole("button", { name: "Go" });
  await page.answer({
    ok: false,
    status: 403,
    message: "Confirm this change with your password.",
    inputError: "password",
  });
  const field = await screen.findByLabelText("Your password");
  expect(screen.getByText("Confirm this change with your password.")).toBeTruthy();
  fireEvent.input(field, { target: { value: "correct horse!" } });
  expect(screen.getByLabelText("Your password")).toBe(field);
});

test("a user with a password and a passkey may confirm with either", () => {
  renderForm(createForm({ isRecent: false, method: "password", hasPasskey: true }));
  expect(screen.getByLabelText("Your password")).not.toBeNull();
  expect(screen.getByRole("button", { name: "Confirm with a passkey" })).not.toBeNull();
});

test("a user with a passkey alone confirms with it, or sets a password", () => {
  renderForm(createForm({ isRecent: false, method: "none", hasPasskey: true }));
  expect(screen.queryByLabelText("Your password")).toBeNull();
  expect(screen.getByRole("button", { name: "Confirm with a passkey" })).not.toBeNull();
  expect(screen.getByRole("link", { name: "Set a password" })).not.toBeNull();
});
