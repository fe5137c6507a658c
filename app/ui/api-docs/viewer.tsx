/** Swagger UI over the product's own document. docs/decisions/0037-the-api-is-shown-by-a-page-and-by-swagger-ui.md */
import { useEffect, useRef, useState } from "react";
import swaggerBundle from "swagger-ui-dist/swagger-ui-bundle.js?url";
import { paths } from "~/domain/paths";
import { Notice } from "../kit/notice";
import { TextLink } from "../kit/text-link";
import { useRoot } from "../use-page";
import { useTexts } from "../use-texts";
import { createLayoutPlugin, createNamesPlugin } from "./viewer-plugins";

declare global {
  interface Window {
    /** Defined by the script of swagger-ui-dist: https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
    SwaggerUIBundle?: (options: Record<string, unknown>) => unknown;
  }
}

export function ApiViewer() {
  const { t } = useTexts("reference");
  useDarkMode();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useEffect(() => {
    Promise.all([fetchDocument(), loadScript(swaggerBundle)]).then(
      ([spec]) => {
        // The page may have been left meanwhile.
        if (place.current) showDocument(place.current, spec);
        setState("shown");
      },
      () => setState("failed"),
    );
  }, []);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Notice tone="warn">{t("viewer.notice")}</Notice>
      <noscript>
        <p>
          {t("viewer.needs_script")} <TextLink to={paths.apiDocs}>{t("reference")}</TextLink>
        </p>
      </noscript>
      <p role="status" className="text-muted empty:hidden">
        {state === "loading" ? t("viewer.loading") : null}
        {state === "failed" ? t("viewer.failed") : null}
      </p>
      <h2 className="sr-only">{t("try")}</h2>
      <div ref={place} lang="en" className="min-w-0 overflow-x-auto" />
    </div>
  );
}

/** Swagger UI is dark while the page's root has the class "dark-mode". */
function useDarkMode(): void {
  const { theme } = useRoot();
  useEffect(() => {
    const { classList } = document.documentElement;
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    const apply = () => classList.toggle("dark-mode", theme === null ? system.matches : theme === "dark");
    apply();
    system.addEventListener("change", apply);
    return () => {
      system.removeEventListener("change", apply);
      classList.remove("dark-mode");
    };
  }, [theme]);
}

function showDocument(domNode: HTMLElement, spec: unknown): void {
  window.SwaggerUIBundle?.({
    domNode,
    spec,
    plugins: [createLayoutPlugin, createNamesPlugin],
    layout: "CallsLayout",
    docExpansion: "list",
    tryItOutEnabled: true,
    // Another server would learn the document's URL.
    validatorUrl: null,
  });
}

async function fetchDocument(): Promise<unknown> {
  const response = await fetch(paths.openApi);
  if (!response.ok) throw new Error(`${paths.openApi} answered ${response.status}`);
  return response.json();
}

/** Loads a script once. Rejects when it cannot be loaded. */
function loadScript(url: string): Promise<void> {
  if (window.SwaggerUIBundle) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${url} could not be loaded`)));
    document.head.append(script);
  });
}
