/** Our icons show what lucide's would: the same lines in the same square. */
import * as lucide from "lucide-react";
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import createIcon from "./create-icon";

test.each(["Users", "Settings", "LayoutDashboard", "CircleAlert", "Ellipsis", "ChevronsUpDown"] as const)(
  "%s",
  async (name) => {
    const icon = createIcon(await dataOf(name));
    expect(linesOf(icon)).toEqual(linesOf(lucide[name]));
    expect(linesOf(icon).length).toBeGreaterThan(1);
  },
);

test("an icon is decoration, of the size and colour in its class", async () => {
  const icon = createIcon(await dataOf("Users"));
  const markup = renderToStaticMarkup(createElement(icon, { className: "size-4 text-bad" }));
  expect(markup).toContain('aria-hidden="true" class="lucide lucide-users size-4 text-bad"');
});

/** What is drawn, and the square it is drawn in. */
function linesOf(icon: ComponentType): string[] {
  const markup = renderToStaticMarkup(createElement(icon));
  const [square = ""] = /viewBox="[^"]*"/.exec(markup) ?? [];
  const lines = Array.from(markup.matchAll(/<(?!svg)(\w+)([^>/]*)/g), ([, tag = "", attributes = ""]) =>
    [tag, ...(attributes.match(/[\w-]+="[^"]*"/g) ?? []).sort()].join(" "),
  );
  return [square, ...lines];
}

async function dataOf(name: string): Promise<Parameters<typeof createIcon>[0]> {
  const { __iconData } = (await import(`lucide-react/icons/${fileOf(name)}`)) as {
    __iconData: Parameters<typeof createIcon>[0];
  };
  return __iconData;
}

function fileOf(name: string): string {
  if (name === "CircleAlert") return "circle-exclamation-point";
  return name.replace(/(?<=.)[A-Z]/g, "-$&").toLowerCase();
}
