/** The dialog, a question or a short form above the page, and the drawer at its side. */
import { cloneElement, useEffect, useRef, useState, type MouseEvent, type ReactElement } from "react";
import { useLoadFailure } from "../toast/use-load-failure";
import type { ButtonProps } from "./button";
import type * as dialogBox from "./dialog-box";

interface DialogProps extends Omit<dialogBox.DialogBoxProps, "onClose"> {
  /** The button that opens the dialog; without it the caller controls `isOpen`. */
  trigger?: ReactElement<ButtonProps>;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Escape, the close button and a click outside close it; then the element that opened it gets the focus back. */
export function Dialog({ trigger, isOpen: chosen, onOpenChange, ...box }: DialogProps) {
  const [isOpen, setOpen] = useOpen({ isOpen: chosen, onOpenChange });
  const close = () => setOpen(false);
  const code = useDialogBox({ isOpen, onFailed: close });
  return (
    <>
      {trigger ? addOpening(trigger, { isOpen, onOpen: () => setOpen(true) }) : null}
      {isOpen && code ? <code.DialogBox {...box} onClose={close} /> : null}
    </>
  );
}

/** A dialog at the left or right side of the window, as high as the window. */
export function Drawer({
  side = "left",
  ...props
}: Omit<DialogProps, "place"> & { side?: "left" | "right" }) {
  return <Dialog {...props} place={side} />;
}

/**
 * The button that opens the dialog and gets the focus back. It may be the submit button of a form: it then submits the
 * form without scripts, and opens the dialog with scripts.
 */
function addOpening(
  trigger: ReactElement<ButtonProps>,
  { isOpen, onOpen }: { isOpen: boolean; onOpen: () => void },
): ReactElement {
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    // Safari does not focus a button that is clicked.
    event.currentTarget.focus();
    onOpen();
  };
  return cloneElement(trigger, { "aria-haspopup": "dialog", "aria-expanded": isOpen, onClick });
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

/** What was loaded for the first dialog, for those after it. */
let loaded: typeof dialogBox | null = null;

/**
 * Loads what an open dialog shows once its page is there, and again at each opening until that succeeds. Null until then. Without it
 * nothing can be asked: the user is notified, and the dialog counts as closed.
 */
function useDialogBox({ isOpen, onFailed }: { isOpen: boolean; onFailed: () => void }) {
  const notifyFailure = useLoadFailure();
  const [code, setCode] = useState(loaded);
  const fail = useRef<() => void>(() => undefined);
  useEffect(() => {
    fail.current = () => {
      notifyFailure();
      onFailed();
    };
  });
  useEffect(() => {
    if (code) return undefined;
    let isGone = false;
    import("./dialog-box")
      .then((file) => {
        loaded = file;
        if (!isGone) setCode(file);
      })
      .catch(() => {
        if (isOpen && !isGone) fail.current();
      });
    return () => {
      isGone = true;
    };
  }, [code, isOpen]);
  return code;
}
