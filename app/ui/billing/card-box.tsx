/** The card field of the billing forms: the payment provider's, or the sandbox's in its place. */
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

/** The sandbox serves this in place of the provider's script. The provider's loader finds it once it has run. */
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

/** Loads a script of this site once a page. Without a script to load, the state is "ready" at once. */
function useScript(source: string | null): ScriptState {
  const [state, setState] = useState<ScriptState>(source === null ? "ready" : "loading");
  useEffect(() => {
    if (source === null) return;
    let isMounted = true;
    const updateIfMounted = (next: ScriptState) => () => {
      if (isMounted) setState(next);
    };
    load(source).then(updateIfMounted("ready"), updateIfMounted("failed"));
    return () => {
      isMounted = false;
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
