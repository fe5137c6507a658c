/** How /dev/kit shows a piece of the interface: in a section, under the name of its component, once for each state. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { Texts } from "~/domain/message-keys";
import { useTexts } from "../use-texts";

export const KIT_SECTIONS = [
  "brand",
  "actions",
  "messages",
  "layout",
  "navigation",
  "overlays",
  "fields",
  "payment",
  "choices",
  "forms",
  "data",
  "identity",
] as const;
type KitSectionName = (typeof KIT_SECTIONS)[number];

/** A part of the page with an anchor. */
export function KitSection({ name, children }: { name: KitSectionName; children: ReactNode }) {
  const { t } = useTexts("kit");
  return (
    <section id={name} data-kit-section={name} aria-labelledby={`${name}-title`} className="grid gap-4">
      <h2 id={`${name}-title`} className="border-b border-line pb-2 !text-xl">
        {t(`section.${name}`)}
      </h2>
      {children}
    </section>
  );
}

interface PieceProps {
  /** The name of the component. */
  name: string;
  /** The states stand side by side where they fit; wide ones below each other. */
  isWide?: boolean;
  children: ReactNode;
}

/** One component in its states. */
export function Piece({ name, isWide, children }: PieceProps) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 lg:p-5">
      <h3 className="font-mono text-sm">{name}</h3>
      <div
        className={clsx(
          "grid min-w-0 grid-cols-1 gap-x-6 gap-y-5",
          !isWide && "sm:grid-cols-2 xl:grid-cols-3",
        )}
      >
        {children}
      </div>
    </div>
  );
}

type StateName = keyof Texts["kit"]["state"];

/** One state of a component. The state "focus" has the outline that the keyboard's focus would give it. */
export function State({ state, children }: { state: StateName; children: ReactNode }) {
  const { t } = useTexts("kit");
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-2">
      <p className="text-xs font-medium text-muted">{t(`state.${state}`)}</p>
      <div className={clsx("min-w-0 [overflow-wrap:anywhere]", state === "focus" && FOCUSED)}>{children}</div>
    </div>
  );
}

const FOCUSED =
  "[&_:is(a,button,input,select,textarea)]:outline [&_:is(a,button,input,select,textarea)]:outline-2 [&_:is(a,button,input,select,textarea)]:outline-offset-2 [&_:is(a,button,input,select,textarea)]:outline-ring";
