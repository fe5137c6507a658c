// @vitest-environment happy-dom
import { Link } from "@remix-run/react";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toast as store } from "react-hot-toast/headless";
import { afterEach, expect, test } from "vitest";
import { renderForm } from "../../../tests/support/form-page";
import { ActionForm } from "./action-form";

afterEach(() => act(() => store.removeAll()));

test("the offer to send a form again closes when the reader leaves the form's page", async () => {
  const page = renderForm(
    <>
      <ActionForm action="/page" submitLabel="Send">
        <p>Nothing to fill in</p>
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
