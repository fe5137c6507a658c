/** A message left by the page before: a toast with scripts, a notice without. */
import { useEffect, useRef } from "react";
import type { Flash } from "~/domain/root-data";
import { Notice } from "../kit/notice";
import { toast } from "../toast/toast";

/** Shows each message once, however often the page renders. */
export function FlashToast({ flash }: { flash: Flash | null }) {
  const shown = useRef<Flash | null>(null);
  useEffect(() => {
    if (!flash || shown.current === flash) return;
    shown.current = flash;
    toast({ title: flash.text, variant: flash.variant });
  }, [flash]);
  return null;
}

/** The same message in the page, for readers without scripts. */
export function FlashNotice({ flash }: { flash: Flash | null }) {
  if (!flash) return null;
  return (
    <noscript>
      <Notice tone={flash.variant === "error" ? "bad" : "good"}>{flash.text}</Notice>
    </noscript>
  );
}
