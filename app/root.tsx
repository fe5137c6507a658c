/** The document around every page: language, theme, title, messages, and the page that replaces one that failed. */
import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { FALLBACK_LOCALE } from "~/domain/locales";
import { PRODUCT_NAME } from "~/domain/product";
import { BRAND_IS_OWN } from "~/product/brand";
import type { RootData } from "~/domain/root-data";
import { readRoot } from "~/http/root.server";
import { createLatePart } from "~/ui/kit/late-part";
import { LoadingOverlay, NavigationProgress } from "~/ui/kit/loading";
import { ErrorPage, isUnreachable, NotFoundPage, OfflinePage } from "~/ui/layout/message-page";
import { FlashToast } from "~/ui/session/flash-toast";
import { OfflineGuard, PageAnnouncer } from "~/ui/session/navigation";
import { SessionSync } from "~/ui/session/session-sync";
import { ToastHost } from "~/ui/toast/toast-host";
import { fontPreload, NonceContext, StyleSheet } from "~/ui/style-sheet";
import { useTexts } from "~/ui/use-texts";
import { usePage } from "./ui/use-page";

const ImpersonationBanner = createLatePart(() => import("~/ui/session/impersonation-banner"));

export const loader = (args: LoaderFunctionArgs) => readRoot(args);

export const links: LinksFunction = () => [
  fontPreload,
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  ...(BRAND_IS_OWN ? [{ rel: "apple-touch-icon", href: "/apple-touch-icon.png" }] : []),
];

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root");
  const nonce = useContext(NonceContext);
  // When the user has not chosen a theme, the style sheet follows the operating system.
  const theme = root?.theme ?? undefined;
  const page = usePage();
  const { t } = useTexts(["common"]);
  return (
    <html lang={root?.locale ?? FALLBACK_LOCALE} className={theme} data-texts={page.texts}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? "light dark"} />
        <title>{page.title ? `${t(page.title)} · ${PRODUCT_NAME}` : PRODUCT_NAME}</title>
        <meta name="description" content={t(page.description ?? "common:description.product")} />
        {root?.socialPicture ? <meta property="og:image" content={root.socialPicture} /> : null}
        <Meta />
        <Links />
        <StyleSheet />
      </head>
      <body>
        <NavigationProgress />
        <LoadingOverlay />
        {children}
        {root?.impersonation && root.viewer ? (
          <ImpersonationBanner {...root.impersonation} name={root.viewer.name} />
        ) : null}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function App() {
  const root = useRouteLoaderData<RootData>("root");
  return (
    <>
      <Outlet />
      <PageAnnouncer />
      <OfflineGuard />
      <ToastHost />
      <SessionSync viewer={root?.viewer ?? null} />
      <FlashToast flash={root?.flash ?? null} />
    </>
  );
}

/** Replaces Remix's own error boundary, which writes a script without a nonce. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isUnreachable(error)) return <OfflinePage />;
  return <ErrorPage requestId={getRequestId(error)} />;
}

/** Returns the id that the log has for a failure of the server. */
function getRequestId(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  const { requestId } = (error.data ?? {}) as { requestId?: string };
  return requestId;
}
