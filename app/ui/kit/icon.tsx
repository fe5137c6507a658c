/** Icons by name, from one sprite that the browser loads once. docs/decisions/0022-icons-are-one-sprite.md */
import { ICON_NAMES, type IconName } from "~/domain/icon-names";
import sprite from "./icons.svg?url&no-inline";

/** The URL of the file with all icons. */
export const SPRITE: string = sprite;

export interface IconProps {
  name: IconName;
  className?: string;
}

const KNOWN: ReadonlySet<string> = new Set(ICON_NAMES);

/** The icon called `name`, 16 px, as decoration. An unknown name is logged, and nothing is rendered. */
export function Icon({ name, className }: IconProps) {
  if (!KNOWN.has(name)) {
    console.warn(`Icon "${name}" is not in app/domain/icon-names.ts`);
    return null;
  }
  return (
    <svg aria-hidden className={className ? `icon ${className}` : "icon"}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
