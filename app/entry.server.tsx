/** Renders a page on the server, in its reader's language; and hands server.ts the parts it starts with. */
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { translator } from "~/i18n/translator.server";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { makePageBody } from "~/http/page-body.server";
import { NonceContext } from "~/ui/nonce";

export { boot } from "./boot.server";
export { makeRequestContext as requestContext } from "~/http/make-request-context.server";

/** A page that is not rendered by then is given up. */
export const streamTimeout = 8000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { request: context }: AppLoadContext,
): Promise<Response> {
  const root = remix.staticHandlerContext.loaderData.root as { locale?: string } | undefined;
  const { i18n } = translator(root?.locale ?? FALLBACK_LOCALE);
  // Robots get the whole page at once; people get its frame first.
  const isRobot = isbot(request.headers.get("User-Agent"));

  return new Promise((resolve, reject) => {
    let code = status;
    const answer = () => {
      const { destination, stream } = makePageBody();
      headers.set("Content-Type", "text/html; charset=utf-8");
      resolve(new Response(stream, { headers, status: code }));
      pipe(destination);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <I18nextProvider i18n={i18n}>
          <RemixServer context={remix} url={request.url} nonce={context.nonce} abortDelay={streamTimeout} />
        </I18nextProvider>
      </NonceContext.Provider>,
      {
        nonce: context.nonce,
        onShellReady() {
          if (!isRobot) answer();
        },
        onAllReady() {
          clearTimeout(deadline);
          if (isRobot) answer();
        },
        onShellError: (error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(error: unknown) {
          code = 500;
          context.app.log.error({ requestId: context.id, err: error }, "a page failed to render");
        },
      },
    );
    // Kept longer than the page takes, it would keep the page in memory.
    const deadline = setTimeout(abort, streamTimeout + 1000).unref();
  });
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
