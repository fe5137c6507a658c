/** The actions of a user with the mouse and with Enter, counted in a browser. */
import type { BrowserContext } from "playwright";

interface ClickCounter {
  /** The elements clicked so far, in order, each by its text or its label. */
  readonly clicks: readonly string[];
}

/**
 * Counts in every page and frame that the context opens from now on: each press of the mouse, and each Enter or Space that
 * presses something. By the press and not by its event `click`, which a label sends twice. Typing is none.
 */
export async function countClicks(context: BrowserContext): Promise<ClickCounter> {
  const clicks: string[] = [];
  await context.exposeBinding("recordPress", (_source, what: string) => clicks.push(what));
  await context.addInitScript(() => {
    const { recordPress } = globalThis as unknown as { recordPress: (what: string) => void };
    const isTyping = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement &&
        !["checkbox", "radio", "submit", "button"].includes(target.type));
    const record = (event: Event) => {
      if (!event.isTrusted) return;
      const found = event.target instanceof Element ? event.target.closest("a, button, label, input") : null;
      const label = found instanceof HTMLInputElement ? found.labels?.[0] : null;
      const text = (label ?? found)?.textContent.replace(/\s+/g, " ").trim();
      recordPress(`${location.pathname}: ${text ?? "?"}`);
    };
    addEventListener("mousedown", record, true);
    addEventListener(
      "keydown",
      (event) => {
        const isEnter = event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement);
        if (!event.repeat && (isEnter || (event.key === " " && !isTyping(event.target)))) record(event);
      },
      true,
    );
  });
  return { clicks };
}
