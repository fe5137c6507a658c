/**
 * What makes an icon on the server, in place of lucide's own function (vite.config.ts): the drawing inside is one text,
 * made once. A page has dozens of icons, and element by element they were a sixth of its rendering. In the browser
 * lucide's own stands, and finds what it would have drawn.
 */
import { createElement, type SVGProps } from "react";

interface IconData {
  name: string;
  size?: number;
  aliases?: readonly string[];
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

/** The component of one icon; it takes what lucide's takes, as far as this product gives it. */
export default function createServerIcon({ name, size = 24, aliases = [], node }: IconData) {
  const drawing = { __html: node.map(([tag, attributes]) => written(tag, attributes)).join("") };
  const ownClass = ["lucide", name, ...aliases]
    .map((part, index) => (index ? `lucide-${part}` : part))
    .join(" ");
  return function ServerIcon({ className, ...props }: SVGProps<SVGSVGElement>) {
    return createElement("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      width: 24,
      height: 24,
      viewBox: `0 0 ${size} ${size}`,
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      "aria-hidden": true,
      ...props,
      className: className ? `${ownClass} ${className}` : ownClass,
      dangerouslySetInnerHTML: drawing,
    });
  };
}

/** The key is for React's lists, and no attribute. */
function written(tag: string, { key: _key, ...attributes }: Readonly<Record<string, string>>): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${list.join("")}></${tag}>`;
}
