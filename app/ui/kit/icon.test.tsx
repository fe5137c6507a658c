/** Icons by name, and the sprite that holds their shapes. */
import { readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { ICON_NAMES, type IconName } from "~/domain/icon-names";
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import { Icon } from "./icon";

describe("icon", () => {
  test("an icon is rendered by its name, as decoration", () => {
    render(<Icon name="users" />);
    expect(document.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
    expect(document.querySelector("use")?.getAttribute("href")).toMatch(/\.svg.*#users$/);
  });

  test("a missing icon is logged and nothing is rendered", () => {
    const log = vi.spyOn(console, "warn").mockReturnValue();
    render(<Icon name={"no-such-icon" as IconName} />);
    expect(document.querySelector("svg")).toBeNull();
    expect(log.mock.calls.flat().join()).toContain("no-such-icon");
  });
});

describe("sprite", () => {
  const all = listElements(read("app/ui/kit/icons.svg"), "symbol");
  const symbols = all.filter(({ id }) => !id.startsWith("logo-"));

  test("the sprite has exactly the icons that the product names, and each network's logo", () => {
    expect(all.map(({ id }) => id)).toEqual([
      ...ICON_NAMES,
      ...KNOWN_IDENTITY_PROVIDER_IDS.map((network) => `logo-${network}`),
    ]);
  });

  test.each(symbols)("the icon $id is the one that lucide publishes", ({ id, attributes, shapes }) => {
    const [published] = listElements(read(`node_modules/lucide-static/icons/${id}.svg`), "svg");
    expect(shapes).not.toEqual([]);
    expect(shapes).toEqual(published?.shapes);
    expect(attributes.viewBox).toBe(published?.attributes.viewBox);
  });
});

function read(path: string): string {
  return readFileSync(path, "utf8");
}

/** The elements called `tag`, each with its attributes and the shapes in it. */
function listElements(svg: string, tag: string) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return [...parsed.querySelectorAll(tag)].map((element) => ({
    id: element.id,
    attributes: toAttributes(element),
    shapes: [...element.children].map((shape) => ({ tag: shape.localName, ...toAttributes(shape) })),
  }));
}

function toAttributes(element: Element): Record<string, string> {
  return Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
}
