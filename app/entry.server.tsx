/** Renders pages on the server in the user's language, and exports what server.ts needs to start the product. */
import type { IncomingHttpHeaders } from "node:http";
import { Writable } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream, renderToStaticMarkup, type PipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { translator } from "~/i18n/translator.server";
import { FALLBACK_LOCALE } from "~/domain/locales";
import type { RootData } from "~/domain/root-data";
import { readCookies } from "~/http/cookies.server";
import { detectLocale } from "~/http/locale.server";
import {
  createVisitorPages,
  describeVisitorPage,
  fillInNonce,
  NONCE_MARK,
} from "~/http/visitor-pages.server";
import { MaintenanceDocument } from "~/ui/layout/maintenance-document";
import { NonceContext, StyleSheetContext } from "~/ui/style-sheet";

export { boot } from "./boot/boot.server";
export { toMessage } from "~/http/failure.server";
export { isClosedTo } from "~/http/maintenance.server";
export { createRequestContext as requestContext } from "~/http/request-context.server";

/** After this many milliseconds Remix rejects the promises of a loader that have not settled. */
export const streamTimeout = 8000;
/** Rendering is aborted later, so that a page can still show what Remix rejected. */
const RENDER_TIMEOUT_MS = streamTimeout + 1000;

/** For a visitor's page. In development each page links to the file, which Vite replaces, so no start waits for Tailwind. */
const loadingTheme = import.meta.env.DEV
  ? Promise.resolve(null)
  : import("~/ui/theme.css?inline").then((file) => file.default);

/** In development a page shows what was edited. */
const visitorPages = import.meta.env.DEV ? null : createVisitorPages();

/** Answers with the whole page. What every visitor gets is rendered once and kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const { nonce } = context.request;
  headers.set("Content-Type", "text/html; charset=utf-8");
  const key = visitorPages && describeVisitorPage(remix.staticHandlerContext);
  if (!visitorPages || key === null) {
    const { body, hasFailed } = await renderPage(request, { nonce, remix, context });
    return new Response(body, { headers, status: hasFailed ? 500 : status });
  }
  const kept = visitorPages.find(key, nonce);
  if (kept) return new Response(kept, { headers, status });
  const { body, hasFailed } = await renderPage(request, { nonce: NONCE_MARK, remix, context });
  if (hasFailed) return new Response(fillInNonce(body, nonce), { headers, status: 500 });
  return new Response(visitorPages.keep(key, nonce, body), { headers, status });
}

/**
 * Remix's template streams to browsers from the shell on, and waits for the whole page for bots. No loader here defers
 * data, so every client gets what bots get: the whole page, with 500 for any failure. React writes in pieces of 2 KB, and
 * Remix's adapter flushes each piece through the compression, at up to twice the cost: so the page is sent as one piece.
 * docs/speed.md
 */
async function renderPage(
  request: Request,
  { nonce, remix, context }: { nonce: string; remix: EntryContext; context: AppLoadContext },
): Promise<{ body: Buffer<ArrayBuffer>; hasFailed: boolean }> {
  const theme = await loadingTheme;
  return new Promise((resolve, reject) => {
    let hasShell = false;
    let hasFailed = false;
    const { pipe, abort } = renderToPipeableStream(<Page url={request.url} {...{ nonce, remix, theme }} />, {
      nonce,
      onShellReady() {
        hasShell = true;
      },
      onAllReady() {
        clearTimeout(timer);
        resolve(collect(pipe).then((body) => ({ body, hasFailed })));
      },
      onShellError: reject,
      onError(error) {
        hasFailed = true;
        // Remix reports a failure before the shell is ready, because the promise rejects.
        if (hasShell) handleError(error, { request, context });
      },
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}

/** Node's own way (`buffer` of stream/consumers, behind a PassThrough) takes nine times as long: it makes a Blob. */
function collect(pipe: PipeableStream["pipe"]): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const page = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        resolve(Buffer.concat(pieces));
        done();
      },
    });
    pipe(page.on("error", reject));
  });
}

interface PageProps {
  url: string;
  nonce: string;
  remix: EntryContext;
  theme: string | null;
}

/** A visitor's page contains the style sheet; a signed-in user's page links to the file, which is cached. */
function Page({ url, nonce, remix, theme }: PageProps) {
  const root = remix.staticHandlerContext.loaderData.root as Partial<RootData> | undefined;
  const { i18n } = translator(root?.locale ?? FALLBACK_LOCALE);
  return (
    <NonceContext.Provider value={nonce}>
      <I18nextProvider i18n={i18n}>
        <StyleSheetContext.Provider value={root?.viewer ? null : theme}>
          <RemixServer context={remix} url={url} nonce={nonce} />
        </StyleSheetContext.Provider>
      </I18nextProvider>
    </NonceContext.Provider>
  );
}

/** The page during maintenance, in the language and the theme of the request. It stands alone: it has no scripts. */
export async function renderMaintenance({
  headers,
  nonce,
  path,
}: {
  headers: IncomingHttpHeaders;
  nonce: string;
  path: string;
}): Promise<string> {
  const [locale, theme] = await Promise.all([detectLocale(headers), loadingTheme]);
  const { i18n } = translator(locale);
  const { theme: chosen } = readCookies(headers.cookie);
  const shownTheme = chosen === "dark" || chosen === "light" ? chosen : undefined;
  const document = renderToStaticMarkup(
    <NonceContext.Provider value={nonce}>
      <I18nextProvider i18n={i18n}>
        <StyleSheetContext.Provider value={theme}>
          <MaintenanceDocument locale={locale} theme={shownTheme} returnTo={path} />
        </StyleSheetContext.Provider>
      </I18nextProvider>
    </NonceContext.Provider>,
  );
  return `<!doctype html>${document}`;
}

/** Logs the errors of Remix itself. The handlers log the errors of loaders and actions. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: AppLoadContext },
): void {
  if (request.signal.aborted) return;
  const { status } = error as { status?: number };
  if (status !== undefined && status < 500) return;
  context.request.app.log.error({ requestId: context.request.id, err: error }, "a request failed");
}
