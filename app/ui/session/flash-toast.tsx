/** The message of the previous page: a failure is a notice, a success is a toast, or without scripts a notice too. */
import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef, type FormEvent } from "react";
import type { UndoForm } from "~/domain/forms/reply";
import type { Flash, RootData } from "~/domain/root-data";
import { useSend } from "../form/post-form";
import { HiddenInputs } from "../form/replies";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";
import { showToast } from "../toast/toast";
import { useTexts } from "../use-texts";

/**
 * Shows each success once, however often the page renders. It sends the toast's Undo itself, because the toast may close
 * before the reply comes, and a failure must still be shown.
 */
export function FlashToast({ flash }: { flash: Flash | null }) {
  const { t } = useTexts("form");
  const { send } = useSend();
  const shown = useRef<Flash | null>(null);

  useEffect(() => {
    if (!flash || flash.variant === "error" || shown.current === flash) return;
    shown.current = flash;
    const { text: title, undo, ...rest } = flash;
    const toast = showToast({
      ...rest,
      title,
      undo: undo && <UndoButton {...undo} onSubmit={sendUndo} />,
    });

    function sendUndo(event: FormEvent<HTMLFormElement>): void {
      event.preventDefault();
      const values = new FormData(event.currentTarget);
      const run = () => send(undo?.action ?? "", values, { keepsScroll: true, retry: run });
      run();
      toast.dismiss();
    }
  }, [flash, send, t]);
  return null;
}

/** The message in the page. Every layout shows it above its content. */
export function FlashNotice({ className }: { className?: string }) {
  const flash = useRouteLoaderData<RootData>("root")?.flash;
  if (!flash) return null;
  const { text, variant, undo } = flash;
  if (variant === "error") {
    return (
      <Notice tone="bad" className={className}>
        {text}
      </Notice>
    );
  }
  return (
    <noscript>
      <Notice tone="good" className={className} action={undo ? <UndoButton {...undo} /> : undefined}>
        {text}
      </Notice>
    </noscript>
  );
}

/** A form of its own, so that it works without scripts and with the keyboard. */
function UndoButton({
  action,
  fields,
  onSubmit,
}: UndoForm & { onSubmit?: (event: FormEvent<HTMLFormElement>) => void }) {
  const { t } = useTexts("form");
  return (
    <form method="post" action={action} onSubmit={onSubmit}>
      <HiddenInputs fields={fields} />
      <Button type="submit" size="sm">
        {t("undo")}
      </Button>
    </form>
  );
}
