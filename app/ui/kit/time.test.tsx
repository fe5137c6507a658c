// @vitest-environment happy-dom
/** Moments: UTC from the server, the reader's own zone in the browser. */
import { render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { act } from "react";
import { expect, test, vi } from "vitest";
import { Time, TimeInText } from "./time";

const ISO = "2026-11-22T01:05:00.000Z";
const mockNewYorkTime = () => vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(300);

test("a browser shows the reader's own time, and UTC as the title", () => {
  mockNewYorkTime();
  render(<Time iso={ISO} />);
  const time = screen.getByText("11/21/2026, 20:05");
  expect(time.getAttribute("datetime")).toBe(ISO);
  expect(time.title).toBe("11/22/2026, 01:05 UTC");
});

test("the server writes UTC, and hydrating it changes the text without a mismatch", async () => {
  mockNewYorkTime();
  const place = document.body.appendChild(document.createElement("p"));
  place.innerHTML = renderToString(<Time iso={ISO} />);
  expect(place.querySelector("time")?.firstChild?.textContent).toBe("11/22/2026, 01:05");
  const onRecoverableError = vi.fn();
  await act(() => Promise.resolve(hydrateRoot(place, <Time iso={ISO} />, { onRecoverableError })));
  expect(place.querySelector("time")?.firstChild?.textContent).toBe("11/21/2026, 20:05");
  expect(onRecoverableError).not.toHaveBeenCalled();
});

test("without scripts the time says that it is UTC", () => {
  const { container } = render(<Time iso={ISO} />);
  expect(container.querySelector("time > span")?.className).toBe("hidden noscript:inline");
  expect(container.querySelector("time > span")?.textContent).toBe(" UTC");
});

test("a sentence keeps its words around the moment", () => {
  mockNewYorkTime();
  const { container } = render(<TimeInText iso={ISO}>{(slot) => `Until ${slot}, not longer`}</TimeInText>);
  expect(container.textContent).toBe("Until 11/21/2026, 20:05 UTC, not longer");
  expect(container.querySelector("time")?.firstChild?.textContent).toBe("11/21/2026, 20:05");
});
