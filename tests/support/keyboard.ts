/** A page used by keyboard alone. */
import type { Locator, Page } from "playwright";

/** More than any page has elements to stop at. */
const TABS_MAX = 120;
/** More than any group has radio buttons. */
const ARROWS_MAX = 10;

export interface Keyboard {
  /** Presses Enter on a link or a button, and Space on a checkbox. */
  press(target: Locator): Promise<void>;
  /** Replaces what a field contains. */
  type(target: Locator, value: string): Promise<void>;
  /** Chooses a radio button by the arrow keys, and an option of a select by what it begins with. */
  choose(target: Locator, beginning?: string): Promise<void>;
}

/** Each call reaches its element by Tab, and throws if Tab does not lead there. */
export function createKeyboard(page: Page): Keyboard {
  const { keyboard } = page;
  return {
    async press(target) {
      await tabTo(page, target);
      await keyboard.press((await target.getAttribute("type")) === "checkbox" ? "Space" : "Enter");
    },
    async type(target, value) {
      await tabTo(page, target);
      await keyboard.press("ControlOrMeta+A");
      // An empty value still replaces what was there.
      await keyboard.press("Delete");
      await keyboard.type(value);
    },
    async choose(target, beginning) {
      if (beginning !== undefined) {
        await tabTo(page, target);
        await keyboard.type(beginning);
        return;
      }
      const name = (await target.getAttribute("name")) ?? "";
      await tabTo(page, page.locator(`input[type="radio"][name="${name}"]:focus`));
      for (let arrows = 0; !(await target.isChecked()); arrows++) {
        if (arrows === ARROWS_MAX) throw new Error(`the arrow keys do not choose ${target.toString()}`);
        await keyboard.press("ArrowDown");
      }
    },
  };
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await page.locator("html").waitFor();
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (
      (await target.count()) > 0 &&
      (await target.evaluate((element) => element === document.activeElement))
    )
      return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}
