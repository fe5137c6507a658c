/** The controls for a day and for a moment: with scripts the product's own, with the value that was chosen before. */
import { fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { InPage } from "../../../tests/support/in-page";
import { renderForm } from "../../../tests/support/form-page";
import { WithTexts } from "../../../tests/support/with-texts";
import { ActionForm } from "./action-form";
import { DateTimeField } from "./date-time-field";
import { DayInput } from "./day-input";

const control = { id: "from", name: "from" };
const readSent = (container: HTMLElement) =>
  container.querySelector<HTMLInputElement>("input[type=hidden][name=from], input[type=hidden][name=until]")
    ?.value;

test("the server sends the browser's own field", () => {
  const html = renderToString(
    <WithTexts locale="en">
      <DayInput control={control} defaultValue="2026-02-14" />
    </WithTexts>,
  );
  expect(html).toContain('type="date"');
  expect(html).toContain('value="2026-02-14"');
});

test("scripts put a button with the chosen day in its place, also for fingers", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({ matches: false } as MediaQueryList);
  const { container } = render(<DayInput control={control} defaultValue="2026-02-14" isShort />, {
    wrapper: InPage,
  });
  expect((await screen.findByRole("button")).textContent).toBe("02/14/2026");
  expect(container.querySelector("input[type=date]")).toBeNull();
  expect(readSent(container)).toBe("2026-02-14");
});

test("a moment is sent as its day and its time, and as nothing without a day", async () => {
  renderForm(
    <ActionForm>
      <DateTimeField name="until" label="Until" defaultValue="2026-02-14T09:30:00.000Z" />
    </ActionForm>,
  );
  const container = document.body;
  await screen.findByLabelText("Time");
  expect(readSent(container)).toBe("2026-02-14T09:30");
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "17:45" } });
  expect(readSent(container)).toBe("2026-02-14T17:45");
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "" } });
  expect(readSent(container)).toBe("2026-02-14T00:00");
});
