/** Renders a page on the server, in its reader's language; and hands server.ts the parts it starts with. */
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { translator } from "~/i18n/translator.server";
import { FALLBACK_LOCALE } from "~/domain/locales";
import type { RootData } from "~/domain/root-data";
import { NonceContext } from "~/ui/nonce";
import { StyleSheetContext } from "~/ui/style-sheet";
import theme from "~/ui/theme.css?inline";

export { boot } from "./boot.server";
export { makeRequestContext as requestContext } from "~/http/make-request-context.server";

/** What a loader has promised and not told by then is given up. */
export const streamTimeout = 8000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { request: context }: AppLoadContext,
): Promise<Response> {
  const root = remix.staticHandlerContext.loaderData.root as Partial<RootData> | undefined;
  const { i18n } = translator(root?.locale ?? FALLBACK_LOCALE);
  const isStyledByFile = import.meta.env.DEV || Boolean(root?.viewer);
  const { serverHandoffStream: loaded, ...ready } = remix;
  const page = renderToString(
    <NonceContext.Provider value={context.nonce}>
      <I18nextProvider i18n={i18n}>
        <StyleSheetContext.Provider value={isStyledByFile ? null : theme}>
          <RemixServer context={ready} url={request.url} nonce={context.nonce} />
        </StyleSheetContext.Provider>
      </I18nextProvider>
    </NonceContext.Provider>,
  );
  const data = loaded ? handOver(await new Response(loaded).text(), context.nonce) : "";
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(Buffer.from(`<!DOCTYPE html>${page}${data}`), { headers, status });
}

/** What the loaders told, for the browser: as the framework would have streamed it behind the page. */
function handOver(data: string, nonce: string): string {
  const written = JSON.stringify(data).replace(/[&<>\u2028\u2029]/g, unicode);
  const stream = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${stream}.enqueue(${written});${stream}.close();</script>`;
}

function unicode(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Errors of loaders and actions reach the log through the doors; what is left are the framework's own. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted) return;
  const { status } = error as { status?: number };
  if (status !== undefined && status < 500) return;
  context.request.app.log.error({ requestId: context.request.id, err: error }, "a request failed");
}
