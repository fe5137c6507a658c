/** The dialog, a question or a short form above the page, and the drawer at its side: both are Radix's dialog. */
import * as Radix from "@radix-ui/react-dialog";
import { useRef, useState, type MouseEvent, type ReactNode } from "react";
import { useTexts } from "../use-texts";
import { getButtonClass } from "./button";
import { Icon } from "./icon";
import { Tooltip } from "./tooltip";

interface DialogProps {
  /** The button that opens the dialog; without it the caller controls `isOpen`. */
  trigger?: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, at the lower right. */
  footer?: ReactNode;
  /** "alertdialog" interrupts screen readers: for an action that cannot be undone. */
  role?: "dialog" | "alertdialog";
  /** By default in the middle; at a side it is a drawer of 15rem. */
  place?: "middle" | "left" | "right";
}

/** Escape, the close button and a click outside close it; then the element that opened it gets the focus back. */
export function Dialog(props: DialogProps) {
  const { trigger, title, description, children, footer, role = "dialog", place = "middle" } = props;
  const [isOpen, setOpen] = useOpen(props);
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      {trigger ? <DialogTrigger onOpen={() => setOpen(true)}>{trigger}</DialogTrigger> : null}
      <Radix.Portal>
        <div>
          <Backdrop />
          <Radix.Content
            role={role}
            aria-modal
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
            }}
            onCloseAutoFocus={(event) => {
              if (!trigger) restoreFocus(event, opener.current);
            }}
            onInteractOutside={keepOpenForToast}
            className={PLACES[place]}
          >
            <div className="grid gap-1 px-5 pb-4 pr-12 pt-5">
              <Radix.Title>{title}</Radix.Title>
              {description ? (
                <Radix.Description className="text-muted">{description}</Radix.Description>
              ) : null}
            </div>
            {children ? <div className="px-5 pb-5">{children}</div> : null}
            {footer ? (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
                {footer}
              </div>
            ) : null}
            <CloseButton />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A dialog at the left or right side of the window, as high as the window. */
export function Drawer({
  side = "left",
  ...props
}: Omit<DialogProps, "place"> & { side?: "left" | "right" }) {
  return <Dialog {...props} place={side} />;
}

const PLACES = {
  middle: [
    "fixed inset-x-4 top-[12vh] z-50 mx-auto max-h-[76vh] max-w-md animate-slide-up overflow-y-auto",
    "[overflow-wrap:anywhere] rounded-card border border-line bg-surface shadow-float",
  ].join(" "),
  left: "drawer drawer-left z-50 animate-slide-from-left [overflow-wrap:anywhere]",
  right: "drawer drawer-right z-50 animate-slide-from-right [overflow-wrap:anywhere]",
};

/** A toast is above the dialog and may say what is wrong with its form: closing the toast must not close the dialog. */
function keepOpenForToast(event: Event): void {
  if (event.target instanceof Element && event.target.closest("[data-toast]")) event.preventDefault();
}

/** Radix restores the focus only to a trigger. */
function restoreFocus(event: Event, opener: Element | null): void {
  event.preventDefault();
  if (opener instanceof HTMLElement) opener.focus();
}

interface DialogTriggerProps {
  onOpen: () => void;
  children: ReactNode;
}

/**
 * The button that opens the dialog and gets the focus back. It may be the submit button of a form: it then submits the
 * form without scripts, and opens the dialog with scripts.
 */
function DialogTrigger({ onOpen, children }: DialogTriggerProps) {
  const openInstead = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    <Radix.Trigger asChild onClick={openInstead}>
      {children}
    </Radix.Trigger>
  );
}

/** Whether the dialog is open: the caller decides if it passes `isOpen`, otherwise the dialog keeps its own state. */
function useOpen({ isOpen, onOpenChange }: Pick<DialogProps, "isOpen" | "onOpenChange">) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return [isOpen ?? isOwnOpen, setOpen] as const;
}

/** Dims the page. Not Radix's overlay: its scroll lock adds a style element, which the Content Security Policy blocks. */
function Backdrop() {
  return <div data-backdrop className="fixed inset-0 z-40 animate-fade-in bg-[rgb(15_23_42/0.45)]" />;
}

/** The close button in the upper right corner. */
function CloseButton() {
  const { t } = useTexts("layout");
  return (
    <Tooltip text={t("close")}>
      <Radix.Close
        aria-label={t("close")}
        className={`${getButtonClass({ variant: "quiet", size: "sm", isIcon: true })} !absolute right-3 top-4`}
      >
        <Icon name="x" />
      </Radix.Close>
    </Tooltip>
  );
}
