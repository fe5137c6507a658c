/** Icons by name, from one sprite that the browser loads once. docs/decisions/0022-icons-are-one-sprite.md */
import { ICON_NAMES, type IconName } from "~/domain/icon-names";
import sprite from "./icons.svg?url&no-inline";

/** The URL of the file with all icons. */
export const SPRITE: string = sprite;

interface IconProps {
  name: IconName;
  className?: string;
}

/** The inside of each icon's svg. As markup, because every page has dozens of icons, and React need not render it. */
const INSIDES: ReadonlyMap<string, { __html: string }> = new Map(
  ICON_NAMES.map((name) => [name, { __html: `<use href="${sprite}#${name}"></use>` }]),
);

/** The icon called `name`, 16 px, as decoration. An unknown name is logged, and nothing is rendered. */
export function Icon({ name, className }: IconProps) {
  const inside = INSIDES.get(name);
  if (!inside) {
    console.warn(`Icon "${name}" is not in app/domain/icon-names.ts`);
    return null;
  }
  return (
    <svg aria-hidden className={className ? `icon ${className}` : "icon"} dangerouslySetInnerHTML={inside} />
  );
}
