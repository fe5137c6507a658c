/** Times: in UTC on the server, in the user's time zone in the browser. */
import { render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { act } from "react";
import { expect, test, vi } from "vitest";
import type { Locale } from "~/domain/locales";
import { WithTexts } from "../../../tests/support/with-texts";
import { Time, TimeInText } from "./time";

/** In the afternoon of New York, and the night of UTC. */
const ISO = "2026-11-22T01:05:00.000Z";
const mockNewYorkTime = () => vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(300);

function TimeIn({ locale }: { locale: Locale }) {
  return (
    <WithTexts locale={locale}>
      <Time iso={ISO} />
    </WithTexts>
  );
}

test("the browser shows the user's local time, and UTC as the title", () => {
  mockNewYorkTime();
  render(<TimeIn locale="en" />);
  const time = screen.getByText("11/21/2026, 08:05 PM");
  expect(time.getAttribute("datetime")).toBe(ISO);
  expect(time.title).toBe("11/22/2026, 01:05 AM UTC");
});

test("Spanish has days before months, which are words, and a clock of 24 hours", () => {
  mockNewYorkTime();
  render(<TimeIn locale="es" />);
  expect(screen.getByText("21 nov 2026, 20:05").title).toBe("22 nov 2026, 01:05 UTC");
});

test("the server renders UTC, and hydration changes the text without a mismatch", async () => {
  mockNewYorkTime();
  const container = document.body.appendChild(document.createElement("p"));
  container.innerHTML = renderToString(<TimeIn locale="en" />);
  expect(container.querySelector("time")?.firstChild?.textContent).toBe("11/22/2026, 01:05 AM");
  const onRecoverableError = vi.fn();
  await act(() => Promise.resolve(hydrateRoot(container, <TimeIn locale="en" />, { onRecoverableError })));
  expect(container.querySelector("time")?.firstChild?.textContent).toBe("11/21/2026, 08:05 PM");
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test("without scripts the time is marked as UTC", () => {
  const { container } = render(<TimeIn locale="en" />);
  expect(container.querySelector("time > span")?.className).toBe("hidden noscript:inline");
  expect(container.querySelector("time > span")?.textContent).toBe(" UTC");
});

test("a sentence keeps its words around the time", () => {
  mockNewYorkTime();
  const { container } = render(
    <WithTexts>
      <TimeInText iso={ISO}>{(slot) => `Until ${slot}, not longer`}</TimeInText>
    </WithTexts>,
  );
  expect(container.textContent).toBe("Until 11/21/2026, 08:05 PM UTC, not longer");
  expect(container.querySelector("time")?.firstChild?.textContent).toBe("11/21/2026, 08:05 PM");
});
