/**
 * What makes an icon, in place of lucide's own function (vite.config.ts): the drawing inside is one text, made once, and
 * how it is drawn stands in theme.css. A page has dozens of icons; with an element for each of their lines, and lucide's
 * ten attributes for each icon, they were a quarter of its rendering and of its size.
 */
import { createElement, type SVGAttributes } from "react";

interface IconData {
  name: string;
  size?: number;
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/** The component of one icon: decoration of 24 px, or of the size in `className`. */
export default function createIcon({ name, size = 24, node }: IconData) {
  const drawing = { __html: node.map(([tag, attributes]) => written(tag, attributes)).join("") };
  const ownClass = `lucide lucide-${name}`;
  return function Icon({ className, ...rest }: SVGAttributes<SVGSVGElement>) {
    return createElement("svg", {
      viewBox: `0 0 ${size} ${size}`,
      "aria-hidden": true,
      ...rest,
      className: className ? `${ownClass} ${className}` : ownClass,
      dangerouslySetInnerHTML: drawing,
    });
  };
}

/** The key is for React's lists, and no attribute. */
function written(tag: string, { key: _key, ...attributes }: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${list.join("")}/>`;
}
