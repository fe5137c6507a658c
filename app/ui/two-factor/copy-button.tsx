/** A button that copies a text, only where scripts run: the text stands beside it, and can be selected. */
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsHydrated } from "../layout/use-page";
import { Button, type ButtonProps } from "../kit/button";

export type CopyButtonProps = Pick<ButtonProps, "size"> & {
  text: string;
  /** Names what is copied. */
  label: string;
};

export function CopyButton({ text, label, size }: CopyButtonProps) {
  const { t } = useTranslation("account");
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const isHydrated = useIsHydrated();
  if (!isHydrated) return null;
  const copy = () =>
    writeToClipboard(text).then(
      () => setOutcome("copied"),
      // A browser may refuse: the text can still be selected.
      () => setOutcome("refused"),
    );
  return (
    <>
      <Button size={size} onClick={() => void copy()}>
        <Copy aria-hidden />
        {label}
      </Button>
      <span role="status" className="self-center text-sm text-muted empty:hidden">
        {outcome === "copied" ? t("two_factor.copied") : null}
        {outcome === "refused" ? t("two_factor.copy_refused") : null}
      </span>
    </>
  );
}

/** Rejects where there is no clipboard, as on a page that did not come over https. */
async function writeToClipboard(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
