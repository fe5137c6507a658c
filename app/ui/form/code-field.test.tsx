import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AUTO_SUBMIT_QUIET_MS } from "~/domain/limits";
import { renderForm } from "../../../tests/support/form-page";
import { ActionForm } from "./action-form";
import { CodeField } from "./code-field";

/** The fake clock also advances with the real one, by as much as the machine takes. */
const SLACK_MS = 150;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const form = (
  <ActionForm action="/page" submitLabel="Continue">
    <CodeField name="code" label="Code" />
  </ActionForm>
);

describe("submitting by itself", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  const enter = (value: string) => fireEvent.input(screen.getByLabelText("Code"), { target: { value } });
  const show = async () => {
    const page = renderForm(form);
    await wait(AUTO_SUBMIT_QUIET_MS);
    return page;
  };

  test("the last digit submits the form 500 ms later, and no earlier", async () => {
    const page = await show();
    enter("12345");
    await wait(2000);
    expect(page.requests).toEqual([]);
    enter("123456");
    await wait(500 - SLACK_MS);
    expect(page.requests).toEqual([]);
    await wait(SLACK_MS);
    await waitFor(() => expect(page.requests.map(({ values }) => values)).toEqual([{ code: "123456" }]));
  });

  test("a digit that is removed within 500 ms keeps it from being sent, and a corrected code waits again", async () => {
    const page = await show();
    enter("123456");
    await wait(500 - SLACK_MS);
    enter("12345");
    await wait(2000);
    expect(page.requests).toEqual([]);
    enter("123457");
    await wait(500);
    await waitFor(() => expect(page.requests.map(({ values }) => values)).toEqual([{ code: "123457" }]));
  });

  test("the button sends at once, and the code is not sent a second time", async () => {
    const page = await show();
    enter("123456");
    fireEvent.click(screen.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(page.requests).toHaveLength(1));
    await page.answer({ ok: false, status: 400, message: "That code is incorrect.", inputError: "code" });
    await wait(2000);
    expect(page.requests).toHaveLength(1);
    expect(screen.getByText("That code is incorrect.")).toBeDefined();
  });

  test("a code that is there within 300 ms of the form is not sent by itself", async () => {
    const page = renderForm(form);
    enter("123456");
    await wait(2000);
    expect(page.requests).toEqual([]);
  });

  test("a pasted code may contain spaces", async () => {
    const page = await show();
    fireEvent.paste(screen.getByLabelText("Code"), { clipboardData: { getData: () => "654 321" } });
    await wait(500);
    await waitFor(() => expect(page.requests.map(({ values }) => values)).toEqual([{ code: "654321" }]));
  });

  test("a rejected code is removed, and the next one is sent", async () => {
    const page = await show();
    enter("123456");
    await wait(500);
    await waitFor(() => expect(page.requests).toHaveLength(1));
    await page.answer({ ok: false, status: 400, message: "That code is incorrect.", inputError: "code" });
    await screen.findByText("That code is incorrect.");
    expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("");
    enter("234567");
    await wait(500);
    await waitFor(() => expect(page.requests.map(({ values }) => values.code)).toEqual(["123456", "234567"]));
  });
});

test("letters are ignored", async () => {
  renderForm(form);
  const field = screen.getByLabelText<HTMLInputElement>("Code");
  await userEvent.type(field, "1a2");
  expect(field.value).toBe("12");
});

test("the field lets phones fill in a code from a message, and adds no style element to the page", () => {
  renderForm(form);
  const field = screen.getByLabelText("Code");
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(field.getAttribute("inputmode")).toBe("numeric");
  expect(document.querySelector("style")).toBeNull();
});
