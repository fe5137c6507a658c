/** What the window shows while a dialog is open: Radix's dialog, larger than most pages. `Dialog` loads it after the page. */
import * as Radix from "@radix-ui/react-dialog";
import { useRef, type ReactNode } from "react";
import { useTexts } from "../use-texts";
import { getButtonClass } from "./button";
import { Icon } from "./icon";
import { Tooltip } from "./tooltip";

export interface DialogBoxProps {
  /** Called when it is to be closed: by Escape, the close button or a click outside. */
  onClose: () => void;
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

/** An open dialog. When it goes, the element that had the focus gets it back. */
export function DialogBox(props: DialogBoxProps) {
  const { onClose, title, description, children, footer, role = "dialog", place = "middle" } = props;
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div>
          <Backdrop />
          <Radix.Content
            role={role}
            aria-modal
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
            }}
            onCloseAutoFocus={(event) => restoreFocus(event, opener.current)}
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

/** Radix restores the focus only to a trigger of its own. */
function restoreFocus(event: Event, opener: Element | null): void {
  event.preventDefault();
  if (opener instanceof HTMLElement) opener.focus();
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
