/** The side drawer: a panel from the left or the right edge. */
import * as Radix from "@radix-ui/react-dialog";
import clsx from "clsx";
import type { ReactNode } from "react";
import { Backdrop, CloseCross, DialogTrigger, useOpen } from "./dialog";

export interface DrawerProps {
  side?: "left" | "right";
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  title: ReactNode;
  children: ReactNode;
}

/** At most 15rem wide. Spec §9. Keeps the focus inside while it is open. */
export function Drawer({ side = "right", trigger, title, children, ...openness }: DrawerProps) {
  const [isOpen, setOpen] = useOpen(openness);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      {trigger ? <DialogTrigger onOpen={() => setOpen(true)}>{trigger}</DialogTrigger> : null}
      <Radix.Portal>
        <div>
          <Backdrop />
          <Radix.Content
            className={clsx(
              "fixed inset-y-0 z-50 w-full max-w-drawer overflow-y-auto overscroll-contain border-line bg-surface shadow-float",
              side === "left"
                ? "left-0 animate-slide-from-left border-r"
                : "right-0 animate-slide-from-right border-l",
            )}
          >
            <Radix.Title className="py-5 pl-5 pr-12">{title}</Radix.Title>
            <div className="px-5 pb-5">{children}</div>
            <CloseCross />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}
