// @vitest-environment happy-dom
/** A form that stays on the page is empty again once it was accepted, and only then. */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { redirect } from "react-router-dom";
import { expect, test } from "vitest";
import type { FormReply } from "~/domain/forms/reply";
import { renderForm } from "../../../tests/support/form-page";
import { ActionForm } from "./action-form";
import { TextField } from "./fields";

function show(clearsWhenDone: boolean) {
  return renderForm(
    <ActionForm action="/page" submitLabel="Send" clearsWhenDone={clearsWhenDone}>
      <TextField name="message" label="Message" defaultValue="" />
    </ActionForm>,
  );
}

const getField = () => screen.getByLabelText<HTMLInputElement>("Message");

async function send(page: ReturnType<typeof show>, reply: FormReply | Response) {
  const before = page.requests.length;
  await userEvent.type(getField(), "typed");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(page.requests).toHaveLength(before + 1));
  await page.answer(reply);
}

test.each([
  ["a reply", () => ({ ok: true, message: "Sent" }) as const],
  ["a redirect to the same page", () => redirect("/page")],
])("it is emptied by %s", async (_what, reply) => {
  await send(show(true), reply());
  await waitFor(() => expect(getField().value).toBe(""));
});

test("what the server refused stays, and its message goes with the next success", async () => {
  const page = show(true);
  await send(page, { ok: false, status: 400, message: "Too short", inputError: "message" });
  expect(getField().value).toBe("typed");
  expect(screen.getByText("Too short")).toBeDefined();
  await send(page, redirect("/page"));
  await waitFor(() => expect(getField().value).toBe(""));
  expect(screen.queryByText("Too short")).toBeNull();
});

test("another form keeps what was typed", async () => {
  const page = show(false);
  await send(page, { ok: true, message: "Saved" });
  await waitFor(() => expect(screen.getByText("Saved")).toBeDefined());
  expect(getField().value).toBe("typed");
});
