/** The tooltip: a word on what a control does, never the only place where something is said. */
import * as Radix from "@radix-ui/react-tooltip";
import type { ReactNode } from "react";
import { TOOLTIP_OPEN_DELAY_MS, TOOLTIP_SKIP_DELAY_MS } from "~/domain/limits";

/** Around all tooltips of a part of the page: after one has opened, the next opens sooner. */
export function TooltipArea({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={TOOLTIP_OPEN_DELAY_MS} skipDelayDuration={TOOLTIP_SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

export interface TooltipProps {
  text: ReactNode;
  /** One control that can have the focus. */
  children: ReactNode;
}

/** Shows `text` above its control on pointer or focus. Must stand in a `TooltipArea`. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade-in rounded-md bg-text px-2.5 py-1.5 text-xs text-surface shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
