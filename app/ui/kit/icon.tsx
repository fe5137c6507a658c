/** Icons by name, from one sprite that the browser loads once. docs/decisions/0022-icons-are-one-sprite.md */
import { KNOWN_IDENTITY_PROVIDER_IDS } from "~/domain/identity-providers";
import { ICON_NAMES, type IconName } from "~/domain/icon-names";
import sprite from "./icons.svg?url&no-inline";

interface IconProps {
  name: IconName;
  className?: string;
}

/** The inside of each icon's svg. As markup, because every page has dozens of icons, and React need not render it. */
const INSIDES: ReadonlyMap<string, { __html: string }> = new Map(
  ICON_NAMES.map((name) => [name, { __html: `<use href="${sprite}#${name}"></use>` }]),
);

const LOGOS: ReadonlyMap<string, { __html: string }> = new Map(
  KNOWN_IDENTITY_PROVIDER_IDS.map((id) => [id, { __html: `<use href="${sprite}#logo-${id}"></use>` }]),
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

/** The logo of an identity provider, 16 px, in the colour of the text around it, as decoration; a shield for one without. */
export function Logo({ provider }: { provider: string }) {
  const inside = LOGOS.get(provider);
  if (!inside) return <Icon name="shield-check" />;
  return <svg aria-hidden className="logo" dangerouslySetInnerHTML={inside} />;
}
