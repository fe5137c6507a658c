/** Times: in UTC on the server, in the user's time zone in the browser. */
import { render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { act } from "react";
import { expect, test, vi } from "vitest";
import { Time, TimeInText } from "./time";

const ISO = "2026-11-22T01:05:00.000Z";
const mockNewYorkTime = () => vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(300);

test("the browser shows the user's local time, and UTC as the title", () => {
  mockNewYorkTime();
  render(<Time iso={ISO} />);
  const time = screen.getByText("11/21/2026, 20:05");
  expect(time.getAttribute("datetime")).toBe(ISO);
  expect(time.title).toBe("11/22/2026, 01:05 UTC");
});

test("the server renders UTC, and hydration changes the text without a mismatch", async () => {
  mockNewYorkTime();
  const container = document.body.appendChild(document.createElement("p"));
  container.innerHTML = renderToString(<Time iso={ISO} />);
  expect(container.querySelector("time")?.firstChild?.textContent).toBe("11/22/2026, 01:05");
  const onRecoverableError = vi.fn();
  await act(() => Promise.resolve(hydrateRoot(container, <Time iso={ISO} />, { onRecoverableError })));
  expect(container.querySelector("time")?.firstChild?.textContent).toBe("11/21/2026, 20:05");
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test("without scripts the time is marked as UTC", () => {
  const { container } = render(<Time iso={ISO} />);
  expect(container.querySelector("time > span")?.className).toBe("hidden noscript:inline");
  expect(container.querySelector("time > span")?.textContent).toBe(" UTC");
});

test("a sentence keeps its words around the time", () => {
  mockNewYorkTime();
  const { container } = render(<TimeInText iso={ISO}>{(slot) => `Until ${slot}, not longer`}</TimeInText>);
  expect(container.textContent).toBe("Until 11/21/2026, 20:05 UTC, not longer");
  expect(container.querySelector("time")?.firstChild?.textContent).toBe("11/21/2026, 20:05");
});
