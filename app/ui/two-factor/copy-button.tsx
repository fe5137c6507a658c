/** A button that copies a text. It needs scripts; without them the reader selects the text next to it. */
import { useState } from "react";
import { useIsHydrated } from "../use-page";
import { Button, type ButtonProps } from "../kit/button";
import { useTexts } from "../use-texts";
import { Icon } from "../kit/icon";

type CopyButtonProps = Pick<ButtonProps, "size"> & {
  text: string;
  /** Names what is copied. */
  label: string;
};

export function CopyButton({ text, label, size }: CopyButtonProps) {
  const { t } = useTexts("account");
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const isHydrated = useIsHydrated();
  if (!isHydrated) return null;
  const copy = () =>
    writeToClipboard(text).then(
      () => setOutcome("copied"),
      // A browser may deny access to the clipboard. The text can still be selected.
      () => setOutcome("failed"),
    );
  return (
    <>
      <Button size={size} onClick={() => void copy()}>
        <Icon name="copy" />
        {label}
      </Button>
      <span role="status" className="self-center text-sm text-muted empty:hidden">
        {outcome === "copied" ? t("two_factor.copied") : null}
        {outcome === "failed" ? t("two_factor.copy_refused") : null}
      </span>
    </>
  );
}

/** Rejects where the browser has no clipboard, for example on a page without https. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
