/** The server's icon is the browser's, to the letter: what differed would flicker, or be drawn twice. */
import * as lucide from "lucide-react";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import createServerIcon from "./icon-on-server";

const PROPS = { "aria-hidden": true, strokeWidth: 1.75, className: "size-4 shrink-0" } as const;

test.each(["Users", "Settings", "LayoutDashboard", "CircleAlert", "Ellipsis", "ChevronsUpDown"] as const)(
  "%s",
  async (name) => {
    const { __iconData } = (await import(`lucide-react/icons/${fileOf(name)}`)) as {
      __iconData: Parameters<typeof createServerIcon>[0];
    };
    for (const props of [PROPS, {}]) {
      expect(attributes(createServerIcon(__iconData), props)).toEqual(attributes(lucide[name], props));
    }
  },
);

/** Tags with their attributes in the order of the alphabet. */
function attributes(icon: ComponentType, props: object): string[][] {
  const markup = renderToStaticMarkup(createElement(icon, props));
  return Array.from(markup.matchAll(/<([^>]*)>/g), ([, tag = ""]) =>
    (tag.match(/\/?[\w-]+(="[^"]*")?/g) ?? []).sort(),
  );
}

function fileOf(name: string): string {
  if (name === "CircleAlert") return "circle-exclamation-point";
  return name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();
}
