/** The message of the previous page: a failure is a notice, a success is a toast, or without scripts a notice too. */
import { useRouteLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Flash, RootData } from "~/domain/root-data";
import { Notice } from "../kit/notice";
import { showToast } from "../toast/toast";

/** Shows each success once, however often the page renders. */
export function FlashToast({ flash }: { flash: Flash | null }) {
  const shown = useRef<Flash | null>(null);
  useEffect(() => {
    if (!flash || flash.variant === "error" || shown.current === flash) return;
    shown.current = flash;
    showToast({ title: flash.text, variant: flash.variant });
  }, [flash]);
  return null;
}

/** The message in the page. Every layout shows it above its content. */
export function FlashNotice({ className }: { className?: string }) {
  const flash = useRouteLoaderData<RootData>("root")?.flash;
  if (!flash) return null;
  if (flash.variant === "error") {
    return (
      <Notice tone="bad" className={className}>
        {flash.text}
      </Notice>
    );
  }
  return (
    <noscript>
      <Notice tone="good" className={className}>
        {flash.text}
      </Notice>
    </noscript>
  );
}
