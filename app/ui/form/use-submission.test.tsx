/** When a form is submitted by itself, when it is emptied, and how long its retry button is offered. */
import { Link } from "@remix-run/react";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast as store } from "react-hot-toast/headless";
import { redirect } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkbox } from "~/domain/forms/choices";
import type { FormReply } from "~/domain/forms/reply";
import { createFormSchema } from "~/domain/forms/rules";
import { renderForm, type FormPage } from "../../../tests/support/form-page";
import { TOAST_AUTO_CLOSE_MS } from "../toast/toast-store";
import { ActionForm } from "./action-form";
import { SwitchField } from "./choice-fields";
import { TextField } from "./fields";

/** The fake clock also advances with the real one, by as much as the machine takes. */
const SLACK_MS = 150;

describe("auto-submit", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  const toggle = () => fireEvent.click(screen.getByRole("switch"));
  const show = () =>
    renderForm(
      <ActionForm
        action="/page"
        schema={async () => createFormSchema({ on: checkbox() })}
        isAutomatic
        submitLabel="Save"
      >
        <SwitchField name="on" label="On" />
      </ActionForm>,
    );

  test("a form that submits itself is debounced 500 ms", async () => {
    const page = show();
    await wait(300);
    toggle();
    await wait(500 - SLACK_MS);
    toggle();
    toggle();
    await wait(500 - SLACK_MS);
    expect(page.requests).toEqual([]);
    await wait(SLACK_MS);
    await waitFor(() => expect(page.requests).toMatchObject([{ values: { on: "on" } }]));
  });

  test("a form that submits itself ignores changes during the first 300 ms", async () => {
    const page = show();
    await wait(300 - SLACK_MS);
    toggle();
    await wait(2000);
    expect(page.requests).toEqual([]);
  });

  test("a form that submits itself shows no button where scripts run", () => {
    show();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });
});

describe("clearsWhenDone", () => {
  test.each([
    ["a reply", () => ({ ok: true, message: "Sent" }) as const],
    ["a redirect to the same page", () => redirect("/page")],
  ])("%s empties the form", async (_what, reply) => {
    await send(showMessageForm(true), reply());
    await waitFor(() => expect(getMessage().value).toBe(""));
  });

  test("a rejected value stays, and the next success removes its error", async () => {
    const page = showMessageForm(true);
    await send(page, { ok: false, status: 400, message: "Too short", inputError: "message" });
    expect(getMessage().value).toBe("typed");
    expect(screen.getByText("Too short")).toBeDefined();
    await send(page, redirect("/page"));
    await waitFor(() => expect(getMessage().value).toBe(""));
    expect(screen.queryByText("Too short")).toBeNull();
  });

  test("a form without it keeps its values", async () => {
    const page = showMessageForm(false);
    await send(page, { ok: true, message: "Saved" });
    await waitFor(() => expect(screen.getByText("Saved")).toBeDefined());
    expect(getMessage().value).toBe("typed");
  });
});

describe("retry", () => {
  afterEach(() => act(() => store.removeAll()));

  test("the retry toast closes when the user leaves the form's page", async () => {
    const page = renderForm(
      <>
        <ActionForm action="/page" submitLabel="Send">
          <p>No fields</p>
        </ActionForm>
        <Link to="/elsewhere">Leave</Link>
      </>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(page.requests).toHaveLength(1));
    await page.answer({ ok: false, status: 503, message: "Down" });
    expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(1);
    await userEvent.click(screen.getByRole("link", { name: "Leave" }));
    await waitFor(() => expect(page.at()).toBe("/elsewhere"));
    expect(screen.queryAllByRole("button", { name: "Try again" })).toHaveLength(0);
  });
});

describe("rejection", () => {
  afterEach(() => act(() => store.removeAll()));

  test("the toast of too many attempts has the message alone", async () => {
    await send(showMessageForm(false), { ok: false, status: 429, message: "Please wait 5 minutes." });
    expect(getToastText()).toBe("Please wait 5 minutes.");
  });

  test("the toast of a rejection does not close by itself", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await send(showMessageForm(false), { ok: false, status: 409, message: "Closed already" });
    await wait(TOAST_AUTO_CLOSE_MS * 2);
    vi.useRealTimers();
    expect(getToastText()).toContain("Closed already");
  });
});

const getToastText = () => document.querySelector("[data-toast]")?.textContent ?? "";

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function showMessageForm(clearsWhenDone: boolean): FormPage {
  return renderForm(
    <ActionForm action="/page" submitLabel="Send" clearsWhenDone={clearsWhenDone}>
      <TextField name="message" label="Message" defaultValue="" />
    </ActionForm>,
  );
}

const getMessage = () => screen.getByLabelText<HTMLInputElement>("Message");

async function send(page: FormPage, reply: FormReply | Response): Promise<void> {
  const before = page.requests.length;
  await userEvent.type(getMessage(), "typed");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(page.requests).toHaveLength(before + 1));
  await page.answer(reply);
}
