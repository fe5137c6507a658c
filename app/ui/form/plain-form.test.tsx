import { screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderForm, type FormPageOptions } from "../../../tests/support/form-page";
import { ActionForm, type ActionFormProps } from "./action-form";
import { CheckboxField, RadioField } from "./choice-fields";
import { EmailField, PasswordField, TextField } from "./fields";
import { HiddenField } from "./hidden-field";
import { SelectField } from "./select-field";
import { TextareaField } from "./textarea-field";

describe("without scripts", () => {
  test("the form posts to its page", () => {
    showSignUp();
    expect(getForm().method).toBe("post");
    expect(getForm().getAttribute("action")).toBe("/page");
    expect(getSubmitButton().getAttribute("type")).toBe("submit");
  });

  test("values and errors are shown again, except passwords", () => {
    const values = { name: "Ada", email: "ada@", password: "secret!" };
    const errors = { email: ["form:email"] };
    showSignUp(
      {},
      { posted: { ok: false, status: 400, message: "form:email", inputError: "email", errors, values } },
    );
    expect(getField("Name").value).toBe("Ada");
    expect(getField("Email").value).toBe("ada@");
    expect(getDescription("Email")).toBe("Please enter a valid email address");
    expect(getField("Password").value).toBe("");
    expect(screen.getAllByRole("alert")).toHaveLength(1);
  });

  test("a message without a field is shown above the fields", () => {
    showSignUp({}, { posted: { ok: false, status: 429, message: "Please wait." } });
    expect(screen.getByRole("alert").textContent).toBe("Please wait.");
  });

  test("a success message is shown above the fields", () => {
    showSignUp({}, { posted: { ok: true, message: "Saved" } });
    expect(getForm().textContent).toContain("Saved");
  });

  test("every kind of field keeps its value, and a checkbox that was turned off stays off", () => {
    const values = { plan: "pro", color: "red", about: "two\nlines" };
    renderForm(
      <ActionForm action="/page">
        <SelectField name="plan" label="Plan" options={PLANS} defaultValue="free" />
        <RadioField name="color" label="Color" options={COLORS} defaultValue="blue" />
        <TextareaField name="about" label="About" />
        <CheckboxField name="terms" label="Terms" defaultChecked />
      </ActionForm>,
      { posted: { ok: false, status: 400, message: "No", values } },
    );
    expect(getField("Plan").value).toBe("pro");
    expect(getField("Red").checked).toBe(true);
    expect(getField("About").value).toBe("two\nlines");
    expect(getField("Terms").checked).toBe(false);
  });

  test("the error of a hidden field is shown", () => {
    const posted = { ok: false, status: 400, message: "This link has expired", inputError: "token" } as const;
    renderForm(
      <ActionForm action="/page">
        <HiddenField name="token" value="x" />
      </ActionForm>,
      { posted },
    );
    expect(screen.getByRole("alert").textContent).toBe("This link has expired");
  });

  test("on a page with several forms, the form with the intent of the reply shows it", () => {
    const posted = { ok: false, status: 400, message: "Wrong", intent: "other" } as const;
    showSignUp({ intent: "this" }, { posted });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("in a list with a form in each row, the form of the sent row shows the reply", () => {
    const posted = {
      ok: false,
      status: 400,
      message: "Wrong",
      intent: "unlink",
      values: { id: "b" },
    } as const;
    renderForm(
      <>
        <ActionForm intent="unlink" fields={{ id: "a" }} className="a" />
        <ActionForm intent="unlink" fields={{ id: "b" }} className="b" />
      </>,
      { posted },
    );
    expect(screen.getAllByRole("alert").map((alert) => alert.closest("form")?.className)).toEqual([
      expect.stringContaining(" b"),
    ]);
  });

  test("the intent is a hidden input, and the form is sent to the current page", () => {
    showSignUp({ intent: "this", action: undefined });
    expect(getForm().getAttribute("action")).toBe("/page");
    expect(getForm().querySelector<HTMLInputElement>("input[name=intent]")?.value).toBe("this");
  });

  test("the id of a card becomes the fragment of the form's action", () => {
    showSignUp({ action: "#email" });
    expect(getForm().getAttribute("action")).toBe("/page#email");
  });
});

const PLANS = [
  { value: "free", label: "Free" },
  { value: "pro", label: "Pro" },
];
const COLORS = [
  { value: "blue", label: "Blue" },
  { value: "red", label: "Red" },
];

function showSignUp(props: Partial<ActionFormProps> = {}, options: FormPageOptions = {}) {
  return renderForm(
    <ActionForm action="/page" submitLabel="Send" {...props}>
      <TextField name="name" label="Name" />
      <EmailField name="email" label="Email" />
      <PasswordField name="password" label="Password" autoComplete="new-password" />
    </ActionForm>,
    options,
  );
}

const getField = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const getSubmitButton = () => screen.getByRole("button", { name: "Send" });

function getForm(): HTMLFormElement {
  const found = document.querySelector("form");
  if (!found) throw new Error("no form");
  return found;
}

function getDescription(label: string): string {
  const ids = getField(label).getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}
