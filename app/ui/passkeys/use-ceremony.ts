/** Opens the browser's dialogs for passkeys, and says what went wrong. Their code is loaded with the first of them. */
import { useState } from "react";
import { useCentralErrors } from "../form/central-errors";
import { showToast } from "../toast/toast";
import { useTexts } from "../use-texts";
import type * as Ceremonies from "./ceremonies";

/**
 * `run` opens a dialog, and returns the answer as a form posts it; null when there is none. The user has been told why then,
 * unless they closed the dialog themselves.
 */
export function useCeremony(appUrl?: string) {
  const fail = useCentralErrors();
  const { t } = useTexts("form");
  const [isOpen, setIsOpen] = useState(false);

  function explain(result: Exclude<Ceremonies.CeremonyResult, { kind: "answered" }>): void {
    if (result.kind === "refused") fail({ status: result.status, body: result.body });
    if (result.kind !== "problem") return;
    const { problem } = result;
    const address = appUrl === undefined ? "" : new URL(appUrl).origin;
    const text = problem === "address" && address === "" ? "failed" : problem;
    showToast({ variant: "error", title: t(`passkey_problem.${text}`, { address }) });
  }

  async function run(
    open: (ceremonies: typeof Ceremonies) => Promise<Ceremonies.CeremonyResult>,
  ): Promise<string | null> {
    setIsOpen(true);
    try {
      const result = await open(await import("./ceremonies"));
      if (result.kind === "answered") return result.answer;
      explain(result);
      return null;
    } catch (error) {
      fail({ error });
      return null;
    } finally {
      setIsOpen(false);
    }
  }

  return { run, isOpen };
}
