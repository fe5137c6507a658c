/** Loaders of pages: each calls the guard first, then reads. */
import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import type { $ZodType } from "zod/v4/core";
import { getRedirectPath } from "~/domain/guard";
import type { Locale } from "~/domain/locales";
import type { ViewerPagePath } from "~/domain/pages";
import { paths, type PagePath } from "~/domain/paths";
import { translator, type Translator } from "~/i18n/translator.server";
import { runOperation, type Context, type Operation } from "~/services/platform/operation.server";
import type { SessionViewer } from "~/services/platform/viewer.server";
import { requireCardDocument } from "./card-page.server";
import { readSetupCookie } from "./cookies.server";
import { countProxies } from "./setup-credentials.server";
import { toAppError } from "./failure.server";
import { hashBrowserCookie, hashSessionCookie, hashDeviceCookie } from "./identify.server";
import { getLocale } from "./locale.server";
import { createRedirectHeaders } from "./return-path.server";

/** A page is only ever opened by a session: by its cookie. */
export interface PageContext extends Context {
  viewer: SessionViewer | null;
  request: Request;
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  translator: Translator;
}

/** The context of a page that only a signed-in user sees. */
type ViewerPageContext = PageContext & { viewer: SessionViewer };

/** The context of a page's loader and action. A page that is not public always has a viewer. */
export type PageContextFor<Page extends PagePath> = Page extends ViewerPagePath
  ? ViewerPageContext
  : PageContext;

/**
 * Guards `page`, then returns the result of `read`. Throws the guard's redirect, or an error response that the error
 * boundary of the root renders.
 */
export async function handleLoader<Page extends PagePath, T>(
  args: LoaderFunctionArgs,
  page: Page,
  read: (context: PageContextFor<Page>) => Promise<T> | T,
): Promise<T> {
  return withFailureStatus(args, async () => {
    const context = await openPage(args, page);
    requireCardDocument(context, { page, path: toPagePath(context.url) });
    return read(context);
  });
}

/** Returns the result of `read`. Any failure becomes an error response with its status, which has the request's id. */
export async function withFailureStatus<T>(args: LoaderFunctionArgs, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof Response || isDataWithStatus(thrown)) throw thrown;
    const failure = toAppError(thrown, args.context.request);
    throw data({ requestId: args.context.request.id }, { status: failure.status });
  }
}

/** Guards `page`, runs `operation` without input, and returns its data as a JSON file called `fileName`. */
export function downloadData(
  args: LoaderFunctionArgs,
  page: ViewerPagePath,
  { operation, fileName }: { operation: Operation; fileName: string },
): Promise<Response> {
  return handleLoader(args, page, async (context) => {
    const { data } = await runOperation(operation, {}, context);
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName}"`,
      },
    });
  });
}

/**
 * Guards `page`, runs `operation` with the page's query string, and returns the text that `toText` takes from its data as
 * a CSV file called `fileName`.
 */
export function downloadCsv<Input extends $ZodType, Data>(
  args: LoaderFunctionArgs,
  page: ViewerPagePath,
  { operation, fileName, toText }: CsvDownload<Input, Data>,
): Promise<Response> {
  return handleLoader(args, page, async (context) => {
    const query = [...context.url.searchParams].filter(([name]) => name !== "_routes");
    const { data } = await runOperation(operation, Object.fromEntries(query), context);
    return new Response(toText(data), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName}"`,
      },
    });
  });
}

interface CsvDownload<Input extends $ZodType, Data> {
  operation: Operation<Input, Data>;
  fileName: string;
  toText: (data: Data) => string;
}

/** Returns the context of `page` when the guard allows the visitor. Throws the guard's redirect otherwise. */
export async function openPage<Page extends PagePath>(
  args: LoaderFunctionArgs,
  page: Page,
): Promise<PageContextFor<Page>> {
  args.context.request.route = page;
  const context = await getPageContext(args);
  const redirectPath = getRedirectPath(context.viewer?.accessState ?? null, page);
  if (redirectPath) {
    const headers = createRedirectHeaders(redirectPath, { page, path: toPagePath(context.url) }, context);
    throw redirect(withReturn(redirectPath, context), { headers });
  }
  // The guard sends a visitor without a session away from every page of ViewerPagePath.
  return context as PageContextFor<Page>;
}

/** Returns the context of any page, with the viewer whose cookie it is and the language. */
export async function getPageContext({ request, params, context }: LoaderFunctionArgs): Promise<PageContext> {
  const { app, hints, ip, agent, isLocalCaller, answerBy } = context.request;
  const viewer = await context.request.viewer();
  const locale: Locale = await getLocale(context.request, viewer);
  return {
    app,
    viewer,
    cookieHash: hashSessionCookie(app, hints),
    deviceHash: hashDeviceCookie(app, hints),
    browserHash: hashBrowserCookie(app, hints),
    caller: "page",
    locale,
    ip,
    agent,
    isLocalCaller,
    answerBy,
    setup: { cookie: readSetupCookie(hints.cookie), proxies: countProxies(request.headers) },
    request,
    url: new URL(request.url),
    params,
    translator: translator(locale),
  };
}

/** Returns path and query string of a page, without what Remix adds to a data request. */
function toPagePath(url: URL): string {
  return url.pathname.replace(/\.data$/, "") + toPageQuery(url);
}

/** Returns the query string of a page with its question mark, or "", without what Remix adds. */
export function toPageQuery({ search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  return query.size > 0 ? `?${query.toString()}` : "";
}

/** A link from a mail must survive signing in, so its page and token go along. */
function withReturn(redirectPath: string, { request, url, viewer }: PageContext): string {
  const token = url.searchParams.get("token");
  if (request.method === "POST" || viewer || redirectPath !== paths.signIn || token === null)
    return redirectPath;
  const next = `${url.pathname.replace(/\.data$/, "")}?token=${encodeURIComponent(token)}`;
  return `${paths.signIn}?next=${encodeURIComponent(next)}`;
}

function isDataWithStatus(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    (thrown as { type?: unknown }).type === "DataWithResponseInit"
  );
}
