// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkbox } from "~/domain/forms/choices";
import { createFormSchema } from "~/domain/forms/rules";
import { renderForm } from "../../../tests/support/form-page";
import { ActionForm } from "./action-form";
import { SwitchField } from "./choice-fields";

/** The clock also moves with the real one, by as much as the machine takes. */
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

  test("is debounced 500 ms", async () => {
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

  test("is ignored during the first 300 ms", async () => {
    const page = show();
    await wait(300 - SLACK_MS);
    toggle();
    await wait(2000);
    expect(page.requests).toEqual([]);
  });

  test("needs no button, except where there are no scripts", () => {
    show();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
