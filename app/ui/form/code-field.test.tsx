import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderForm } from "../../../tests/support/form-page";
import { ActionForm } from "./action-form";
import { CodeField } from "./code-field";

const form = (
  <ActionForm action="/page" submitLabel="Continue">
    <CodeField name="code" label="Code" />
  </ActionForm>
);

test("the last digit submits the form", async () => {
  const page = renderForm(form);
  await userEvent.type(screen.getByLabelText("Code"), "12345");
  expect(page.requests).toEqual([]);
  await userEvent.type(screen.getByLabelText("Code"), "6");
  await waitFor(() => expect(page.requests.map(({ values }) => values)).toEqual([{ code: "123456" }]));
});

test("letters are ignored", async () => {
  renderForm(form);
  const field = screen.getByLabelText<HTMLInputElement>("Code");
  await userEvent.type(field, "1a2");
  expect(field.value).toBe("12");
});

test("a pasted code may contain spaces", async () => {
  const page = renderForm(form);
  fireEvent.paste(screen.getByLabelText("Code"), { clipboardData: { getData: () => "654 321" } });
  await waitFor(() => expect(page.requests.map(({ values }) => values)).toEqual([{ code: "654321" }]));
});

test("a rejected code is removed, and the next one is sent", async () => {
  const page = renderForm(form);
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await waitFor(() => expect(page.requests).toHaveLength(1));
  await page.answer({ ok: false, status: 400, message: "That code is incorrect.", inputError: "code" });
  await screen.findByText("That code is incorrect.");
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("");
  await userEvent.type(screen.getByLabelText("Code"), "234567");
  await waitFor(() => expect(page.requests.map(({ values }) => values.code)).toEqual(["123456", "234567"]));
});

test("it lets phones fill in a code from a message, and adds no style element to the page", () => {
  renderForm(form);
  const field = screen.getByLabelText("Code");
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(field.getAttribute("inputmode")).toBe("numeric");
  expect(document.querySelector("style")).toBeNull();
});
