/** The load door: every page's loader goes through it. It asks the guard first, then reads. */
import { data, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { whereTo } from "~/domain/guard";
import type { Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { translator, type Translator } from "~/i18n/translator.server";
import type { Context } from "~/services/operation.server";
import { standingOf, type Viewer } from "~/services/viewer.server";
import { failureOf } from "./failure.server";
import { cookieHashOf, deviceHashOf } from "./identify.server";
import { localeOf } from "./locale.server";
import { turnedAwayHeaders } from "./turned-away.server";

export interface PageContext extends Context {
  request: Request;
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  translator: Translator;
}

/** A page's context for somebody signed in: the guard has seen to it. */
export type ViewerPageContext = PageContext & { viewer: Viewer };

/**
 * Guards `page` (a path of domain/pages.ts), then answers what `read` returns. Throws the guard's redirect, and an
 * error response that the root's error boundary shows.
 */
export async function load<T>(
  args: LoaderFunctionArgs,
  page: string,
  read: (context: PageContext) => Promise<T> | T,
): Promise<T> {
  try {
    const context = await pageContext(args);
    const elsewhere = whereTo(standingOf(context.viewer), page);
    if (elsewhere) {
      const headers = turnedAwayHeaders(elsewhere, { page, path: pathOf(context.url) }, context);
      throw redirect(withReturn(elsewhere, context), { headers });
    }
    return await read(context);
  } catch (thrown) {
    if (thrown instanceof Response || isDataWithStatus(thrown)) throw thrown;
    const { app, id } = args.context.request;
    const failure = failureOf(thrown, app, id);
    throw data({ requestId: id }, { status: failure.status });
  }
}

/** Like `load`, for a page that only somebody signed in can see. */
export function loadFor<T>(
  args: LoaderFunctionArgs,
  page: string,
  read: (context: ViewerPageContext) => Promise<T> | T,
): Promise<T> {
  return load(args, page, (context) => {
    if (!context.viewer) throw redirect(paths.signIn);
    return read({ ...context, viewer: context.viewer });
  });
}

/** The context of a page: who holds the cookie, in which language. */
export async function pageContext({ request, params, context }: LoaderFunctionArgs): Promise<PageContext> {
  const { app, hints, address, agent, isLocalCaller } = context.request;
  const viewer = await context.request.viewer();
  const locale: Locale = await localeOf(context.request, viewer);
  return {
    app,
    viewer,
    cookieHash: cookieHashOf(app, hints),
    deviceHash: deviceHashOf(app, hints),
    caller: "page",
    locale,
    address,
    agent,
    isLocalCaller,
    request,
    url: new URL(request.url),
    params,
    translator: translator(locale),
  };
}

/** A link out of a mail must survive signing in: its page and token come along. */
function withReturn(elsewhere: string, { url, viewer }: PageContext): string {
  if (viewer || elsewhere !== paths.signIn || !url.searchParams.has("token")) return elsewhere;
  const next = `${url.pathname.replace(/\.data$/, "")}?token=${encodeURIComponent(url.searchParams.get("token") ?? "")}`;
  return `${paths.signIn}?next=${encodeURIComponent(next)}`;
}

/** Path and query of a page, without what the framework adds when a script asks for its data. */
function pathOf({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  return pathname.replace(/\.data$/, "") + (query.size > 0 ? `?${query.toString()}` : "");
}

function isDataWithStatus(thrown: unknown): boolean {
  return (
    typeof thrown === "object" &&
    thrown !== null &&
    (thrown as { type?: unknown }).type === "DataWithResponseInit"
  );
}
