/** The card field of the billing forms: the provider's own, or in front of the sandbox the sandbox's. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Locale } from "~/domain/locales";
import { CardField } from "../form/card-field";
import { useIsHydrated } from "../layout/use-page";

export interface CardBoxProps {
  publishableKey: string;
  isSandbox: boolean;
  locale: Locale;
}

/** What the sandbox serves in place of the provider's script; whoever loads the provider finds it there. */
const SANDBOX_SCRIPT = "/sandbox/stripe.js";

export function CardBox({ publishableKey, isSandbox, locale }: CardBoxProps) {
  const { t } = useTranslation(["billing", "form"]);
  const isHydrated = useIsHydrated();
  const script = useScript(isSandbox ? SANDBOX_SCRIPT : null);
  if (isHydrated && script === "failed") {
    return (
      <p role="alert" className="text-sm text-bad">
        {t("form:card.unavailable")}
      </p>
    );
  }
  if (isHydrated && script === "loading") {
    return <p className="text-sm text-muted">{t("form:card.loading")}</p>;
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <CardField label={t("choose.card")} publishableKey={publishableKey} locale={locale} />
      {isSandbox ? <p className="text-sm text-muted">{t("choose.card_sandbox")}</p> : null}
    </div>
  );
}

type ScriptState = "loading" | "ready" | "failed";

/** Loads a script of our own once a page; ready at once when there is none to load. */
function useScript(source: string | null): ScriptState {
  const [state, setState] = useState<ScriptState>(source === null ? "ready" : "loading");
  useEffect(() => {
    if (source === null) return;
    let isWanted = true;
    const updateIfMounted = (next: ScriptState) => () => {
      if (isWanted) setState(next);
    };
    load(source).then(updateIfMounted("ready"), updateIfMounted("failed"));
    return () => {
      isWanted = false;
    };
  }, [source]);
  return state;
}

const loading = new Map<string, Promise<void>>();

function load(source: string): Promise<void> {
  const known = loading.get(source);
  if (known) return known;
  const loaded = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = source;
    script.addEventListener("load", () => {
      resolve();
    });
    script.addEventListener("error", () => {
      loading.delete(source); // The next card field tries again.
      script.remove();
      reject(new Error(`${source} did not load`));
    });
    document.head.append(script);
  });
  loading.set(source, loaded);
  return loaded;
}
