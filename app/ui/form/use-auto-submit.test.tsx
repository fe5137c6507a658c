// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { checkbox } from "~/domain/forms/choices";
import { formOf } from "~/domain/forms/rules";
import { renderForm } from "../../../tests/support/form-page";
import { ActionForm } from "./action-form";
import { SwitchField } from "./choice-fields";

describe("auto-submit", () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  const toggle = () => fireEvent.click(screen.getByRole("switch"));
  const show = () =>
    renderForm(
      <ActionForm
        action="/page"
        schema={async () => formOf({ on: checkbox() })}
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
    await wait(499);
    toggle();
    toggle();
    await wait(499);
    expect(page.requests).toEqual([]);
    await wait(1);
    await waitFor(() => expect(page.requests).toMatchObject([{ values: { on: "on" } }]));
  });

  test("is ignored during the first 300 ms", async () => {
    const page = show();
    await wait(250);
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
