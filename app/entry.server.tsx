/** Renders pages on the server, in the user's language; and exports what server.ts starts the product with. */
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { translator } from "~/i18n/translator.server";
import { FALLBACK_LOCALE } from "~/domain/locales";
import type { RootData } from "~/domain/root-data";
import { NonceContext, StyleSheetContext } from "~/ui/style-sheet";
import theme from "~/ui/theme.css?inline";

export { boot } from "./boot.server";
export { toMessage } from "~/http/failure.server";
export { createRequestContext as requestContext } from "~/http/make-request-context.server";

/** After this many milliseconds Remix rejects the promises of a loader that have not settled. */
export const streamTimeout = 8000;
/** Rendering ends later, so that a page can still show what Remix rejected. */
const RENDER_TIMEOUT_MS = streamTimeout + 1000;

/**
 * Remix's template streams to browsers from the shell on, and to bots once all is ready. No loader here defers data, so
 * every reader gets what bots get: the page in order, with 500 for any failure. React writes it in pieces of 2 formatKilobytes, and
 * Remix's adapter flushes each of them through the compression, at up to twice the cost: so it is sent as one. docs/speed.md
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce } = context.request;
  return new Promise((resolve, reject) => {
    let hasShell = false;
    let hasFailed = false;
    const { pipe, abort } = renderToPipeableStream(<Page url={request.url} nonce={nonce} remix={remix} />, {
      nonce,
      onShellReady() {
        hasShell = true;
      },
      onAllReady() {
        clearTimeout(timer);
        headers.set("Content-Type", "text/html; charset=utf-8");
        const page = buffer(pipe(new PassThrough()));
        resolve(page.then((body) => new Response(body, { headers, status: hasFailed ? 500 : status })));
      },
      onShellError: reject,
      onError(error) {
        hasFailed = true;
        // Remix reports what fails before the shell is ready: it gets the rejection.
        if (hasShell) handleError(error, { request, context });
      },
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

interface PageProps {
  url: string;
  nonce: string;
  remix: EntryContext;
}

/** A page for a visitor brings its style sheet along; that of a signed-in user links to the file, which is cached. */
function Page({ url, nonce, remix }: PageProps) {
  const root = remix.staticHandlerContext.loaderData.root as Partial<RootData> | undefined;
  const { i18n } = translator(root?.locale ?? FALLBACK_LOCALE);
  const isStyledByFile = import.meta.env.DEV || Boolean(root?.viewer);
  return (
    <NonceContext.Provider value={nonce}>
      <I18nextProvider i18n={i18n}>
        <StyleSheetContext.Provider value={isStyledByFile ? null : theme}>
          <RemixServer context={remix} url={url} nonce={nonce} />
        </StyleSheetContext.Provider>
      </I18nextProvider>
    </NonceContext.Provider>
  );
}

/** Errors of loaders and actions reach the log through the handlers; what is left are the framework's own. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted) return;
  const { status } = error as { status?: number };
  if (status !== undefined && status < 500) return;
  context.request.app.log.error({ requestId: context.request.id, err: error }, "a request failed");
}
