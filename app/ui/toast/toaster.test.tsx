import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { toast as store, useToasterStore } from "react-hot-toast/headless";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  focusWindow,
  getCard,
  getDismissButton,
  getRegion,
  listTitles,
  show,
  swipeToast,
  wait,
} from "../../../tests/support/toasts";
import { WithTexts } from "../../../tests/support/with-texts";
import { Toaster } from "./toaster";
import { TOAST_AUTO_CLOSE_MS, TOAST_WITH_UNDO_CLOSE_MS } from "./toast-store";

let inStore: { current: { toasts: { id: string; visible: boolean }[] } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  render(<Toaster />, { wrapper: WithTexts });
  inStore = renderHook(() => useToasterStore()).result;
});

afterEach(() => {
  act(() => store.removeAll());
  vi.useRealTimers();
});

describe("list", () => {
  test("at most 3 are kept, newest first", () => {
    for (const title of ["one", "two", "three", "four"]) show({ title });
    expect(listTitles()).toEqual(["four", "three", "two"]);
    expect(inStore.current.toasts).toHaveLength(3);
  });

  test("a dismissed toast is closed at once, and removed after 10 s", () => {
    const shown = show({ title: "one" });
    act(() => shown.dismiss());
    expect(listTitles()).toEqual([]);
    expect(inStore.current.toasts).toMatchObject([{ id: shown.id, visible: false }]);
    wait(9999);
    expect(inStore.current.toasts).toHaveLength(1);
    wait(1);
    expect(inStore.current.toasts).toHaveLength(0);
  });

  test("update changes the content and restarts the time", () => {
    const shown = show({ title: "Saving" });
    wait(4000);
    act(() => shown.update({ title: "Saved", description: "All of it" }));
    expect(listTitles()).toEqual(["Saved"]);
    expect(screen.getByText("All of it")).toBeDefined();
    wait(4999);
    expect(listTitles()).toEqual(["Saved"]);
    wait(1);
    expect(listTitles()).toEqual([]);
  });

  test("a second toast with the same id replaces the first", () => {
    show({ id: "banner", title: "one" });
    show({ title: "two" });
    show({ id: "banner", title: "three" });
    expect(listTitles()).toEqual(["two", "three"]);
  });
});

describe("auto-close", () => {
  test("a toast closes after 5 s", () => {
    show({ title: "one" });
    wait(4999);
    expect(listTitles()).toEqual(["one"]);
    wait(1);
    expect(listTitles()).toEqual([]);
  });

  test("the time of a toast pauses while the pointer is in the viewport, and continues with what remains", () => {
    show({ title: "one" });
    wait(3000);
    fireEvent.pointerEnter(getRegion());
    wait(60_000);
    expect(listTitles()).toEqual(["one"]);
    fireEvent.pointerLeave(getRegion());
    wait(1999);
    expect(listTitles()).toEqual(["one"]);
    wait(1);
    expect(listTitles()).toEqual([]);
  });

  test("the time of a toast pauses while the focus is in the viewport", () => {
    show({ title: "one" });
    wait(3000);
    act(() => getDismissButton("one").focus());
    wait(60_000);
    expect(listTitles()).toEqual(["one"]);
    act(() => getDismissButton("one").blur());
    wait(2000);
    expect(listTitles()).toEqual([]);
  });

  test("the time of a toast pauses while the window is unfocused", () => {
    show({ title: "one" });
    wait(3000);
    focusWindow(false);
    wait(60_000);
    expect(listTitles()).toEqual(["one"]);
    focusWindow(true);
    wait(1999);
    expect(listTitles()).toEqual(["one"]);
    wait(1);
    expect(listTitles()).toEqual([]);
  });

  test("a toast that appears during a pause has 5 s after it, not the length of the pause in addition", () => {
    focusWindow(false);
    wait(3_600_000);
    show({ title: "late" });
    wait(1000);
    focusWindow(true);
    wait(4999);
    expect(listTitles()).toEqual(["late"]);
    wait(1);
    expect(listTitles()).toEqual([]);
  });

  test("the pointer that closed the last toast does not pause the next one", () => {
    show({ title: "one" });
    fireEvent.pointerEnter(getRegion());
    fireEvent.click(getDismissButton("one"));
    show({ title: "two" });
    wait(5000);
    expect(listTitles()).toEqual([]);
  });

  test("the focus in a toast that newer ones replaced does not pause the others", () => {
    show({ title: "one" });
    act(() => getDismissButton("one").focus());
    for (const title of ["two", "three", "four"]) show({ title });
    wait(5000);
    expect(listTitles()).toEqual([]);
  });
});

describe("closing", () => {
  test("swiping right by at least 50 px dismisses", () => {
    show({ title: "one" });
    swipeToast("one", 50);
    expect(listTitles()).toEqual([]);
  });

  test.each([49, 0, -80])(
    "swiping by %d px does not dismiss, and the toast returns to its position",
    (px) => {
      show({ title: "one" });
      swipeToast("one", px);
      expect(listTitles()).toEqual(["one"]);
      expect(getCard("one").style.transform).toBe("");
    },
  );

  test("the toast follows the pointer only to the right", () => {
    show({ title: "one" });
    fireEvent.pointerDown(getCard("one"), { clientX: 100, pointerId: 1, button: 0 });
    fireEvent.pointerMove(getCard("one"), { clientX: 130, pointerId: 1 });
    expect(getCard("one").style.transform).toBe("translateX(30px)");
    fireEvent.pointerMove(getCard("one"), { clientX: 60, pointerId: 1 });
    expect(getCard("one").style.transform).toBe("");
  });

  test("Escape closes the newest toast, or the one with the focus", () => {
    for (const title of ["one", "two", "three"]) show({ title });
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(listTitles()).toEqual(["two", "one"]);
    act(() => getDismissButton("one").focus());
    fireEvent.keyDown(getDismissButton("one"), { key: "Escape" });
    expect(listTitles()).toEqual(["two"]);
  });

  test("Escape that closes a menu or a dialog closes no toast", () => {
    const menu = document.body.appendChild(document.createElement("div"));
    menu.setAttribute("role", "menu");
    show({ title: "one" });
    fireEvent.keyDown(menu, { key: "Escape" });
    expect(listTitles()).toEqual(["one"]);
    menu.remove();
  });
});

describe("appearance and announcement", () => {
  test("error toasts use the circle-alert icon in red, other toasts a check icon", () => {
    show({ title: "bad", variant: "error" });
    expect(getCard("bad").querySelector("svg.text-bad use[href$='#circle-alert']")).not.toBeNull();
    for (const variant of ["default", "success", "info"] as const) {
      show({ title: variant, variant });
      expect(getCard(variant).querySelector("use[href$='#check']")).not.toBeNull();
    }
  });

  test("the live region exists before any toast; an error is an alert", () => {
    const live = screen.getByRole("status");
    expect(live.getAttribute("aria-live")).toBe("polite");
    show({ title: "fine" });
    show({ title: "bad", variant: "error" });
    expect(live.contains(getCard("fine"))).toBe(true);
    expect(screen.getByRole("alert").textContent).toContain("bad");
  });

  test("the action of a toast can be clicked", () => {
    const act = vi.fn();
    show({ title: "one", action: <button onClick={act}>Undo</button> });
    fireEvent.click(screen.getByText("Undo"));
    expect(act).toHaveBeenCalledOnce();
  });

  test("a toast with Undo stays twice as long, and pauses like the others", () => {
    show({ title: "Changed", undo: <button>Undo</button> });
    wait(TOAST_AUTO_CLOSE_MS + 1);
    expect(listTitles()).toEqual(["Changed"]);
    wait(TOAST_WITH_UNDO_CLOSE_MS - TOAST_AUTO_CLOSE_MS);
    expect(listTitles()).toEqual([]);
  });

  test("the region is named with its hotkey, at most 420 px wide, and above dialogs", () => {
    expect(getRegion().getAttribute("aria-label")).toBe("Notifications (F8)");
    expect(getRegion().style.getPropertyValue("--toast-viewport")).toBe("420px");
    expect(getRegion().className).toContain("md:max-w-[--toast-viewport]");
    expect(getRegion().className).toContain("z-[100]");
  });
});
