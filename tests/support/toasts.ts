/** For tests with a document: shows notifications, lets their time pass, and finds what is shown. */
import { act, fireEvent, screen } from "@testing-library/react";
import { vi } from "vitest";
import { showToast, type ToastContent, type ToastHandle } from "~/ui/toast/toast";

export function show(content: ToastContent & { id?: string }): ToastHandle {
  const shown: ToastHandle[] = [];
  act(() => void shown.push(showToast(content)));
  const [handle] = shown;
  if (!handle) throw new Error("nothing was shown");
  return handle;
}

export function wait(ms: number): void {
  act(() => void vi.advanceTimersByTime(ms));
}

export function focusWindow(isFocused: boolean): void {
  vi.mocked(document.hasFocus).mockReturnValue(isFocused);
  act(() => void window.dispatchEvent(new Event(isFocused ? "focus" : "blur")));
}

export function swipeToast(title: string, px: number): void {
  const pointer = { pointerId: 1, pointerType: "touch", button: 0 };
  fireEvent.pointerDown(getCard(title), { ...pointer, clientX: 200 });
  fireEvent.pointerMove(getCard(title), { ...pointer, clientX: 200 + px });
  fireEvent.pointerUp(getCard(title), { ...pointer, clientX: 200 + px });
}

export const getRegion = () => screen.getByRole("region");
const listCards = () => [...document.querySelectorAll<HTMLElement>("[data-toast]")];
export const listTitles = () => listCards().map((element) => element.querySelector("p")?.textContent);

export function getCard(title: string): HTMLElement {
  const found = listCards().find((element) => element.querySelector("p")?.textContent === title);
  if (!found) throw new Error(`no toast "${title}"`);
  return found;
}

export function getDismissButton(title: string): HTMLElement {
  const button = getCard(title).querySelector<HTMLElement>("button[aria-label='Dismiss']");
  if (!button) throw new Error(`toast "${title}" has no button`);
  return button;
}
