// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { formOf, email, personName } from "~/domain/forms/rules";
import { ActionForm } from "./action-form";
import { EmailField, TextField } from "./fields";
import { renderForm } from "./form-page";

const schema = async () => formOf({ name: personName(), email: email() });

test("smoke", async () => {
  const page = renderForm(
    <ActionForm action="/page" schema={schema} submitLabel="Send">
      <TextField name="name" label="Name" />
      <EmailField name="email" label="Email" />
    </ActionForm>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByLabelText("Name"));
  await user.tab();
  expect(await screen.findByText("Please enter your name")).toBeDefined();
  await user.type(screen.getByLabelText("Name"), "Ada");
  expect(screen.queryByText("Please enter your name")).toBeNull();
  await user.click(screen.getByText("Send"));
  expect(await screen.findByText("Please enter your email address")).toBeDefined();
  expect(page.requests).toEqual([]);
  await user.type(screen.getByLabelText("Email"), "ada@acme.com");
  await user.click(screen.getByText("Send"));
  await waitFor(() =>
    expect(page.requests).toEqual([
      { values: { name: "Ada", email: "ada@acme.com" }, contentType: "application/x-www-form-urlencoded" },
    ]),
  );
  await page.answer({ ok: true, message: "Saved" });
  expect(await screen.findByText("Saved")).toBeDefined();
});
