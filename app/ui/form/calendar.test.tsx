/** The names in the calendar, in every language of the product. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LOCALES } from "~/domain/locales";
import { WithTexts } from "../../../tests/support/with-texts";
import Calendar from "./calendar";

const MAY_DAY = "2026-05-01";

test.each(LOCALES)(
  "months, weekdays and days have their names in %s, without a list of languages",
  (locale) => {
    show(locale);

    const name = (format: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, format).format(new Date(`${MAY_DAY}T00:00:00`));
    expect(screen.getByRole("grid", { name: name({ month: "long", year: "numeric" }) })).toBeTruthy();
    expect(screen.getByLabelText(name({ weekday: "long" })).textContent).toBe(name({ weekday: "short" }));
    expect(
      screen.getByRole("button", { name: new RegExp(`^${name({ dateStyle: "full" })}, `) }),
    ).toBeTruthy();
  },
);

test("the buttons of the months and the chosen day are named in the reader's language", () => {
  show("es");

  expect(screen.getByRole("button", { name: "Ir al mes anterior" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Ir al mes siguiente" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "viernes, 1 de mayo de 2026, seleccionado" })).toBeTruthy();
});

function show(locale: (typeof LOCALES)[number]): void {
  render(
    <WithTexts locale={locale}>
      <Calendar
        button={{ current: null }}
        value={MAY_DAY}
        min={undefined}
        isOptional={false}
        onPick={() => undefined}
        onClose={() => undefined}
      />
    </WithTexts>,
  );
}
