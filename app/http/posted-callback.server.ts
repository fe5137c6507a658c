/**
 * A callback that the provider lets the browser post from its own page, as Apple does (OAuth 2.0 Form Post Response Mode).
 * The browser sends no cookie with it, so nothing is decided there: it is led to the callback's own page, which has the
 * cookie, with the form sealed in the URL.
 */
import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import * as z from "zod";
import { POSTING_IDENTITY_PROVIDERS } from "~/domain/identity-providers";
import { paths } from "~/domain/paths";
import type { App } from "~/services/platform/app.server";
import { limitCallbacks } from "./callback-limit.server";
import { readForm, toFields } from "./body.server";
import { toAppError } from "./failure.server";
import { openPage, type PageContext } from "./loader.server";
import { redirectWithError } from "./reply.server";

const SEALED = "posted";

const field = (max: number) => z.string().max(max).optional().catch(undefined);

/** What a provider may send; the name is a text that nobody has signed. */
const formShape = z.object({
  code: field(2000),
  state: field(200),
  error: field(200),
  iss: field(200),
  user: field(1000),
});

/** POST /auth/{network}/callback: leads to the same page by GET. */
export async function handlePostedCallback(args: ActionFunctionArgs): Promise<never> {
  const context = await openPage(args, paths.identityProviderCallbackPage);
  const provider = context.params.network ?? "";
  if (!POSTING_IDENTITY_PROVIDERS.includes(provider)) throw redirect(paths.notFound);
  await limitCallbacks(context);
  const posted = await readPosted(args, context);
  const url = new URL(context.app.config.appUrl + paths.identityProviderCallback(provider));
  url.searchParams.set(SEALED, context.app.secrets.encrypt("provider_form", JSON.stringify(posted)));
  throw redirect(url.href, { status: 303 });
}

/** Redirects to the sign-in page when the form cannot be read. */
async function readPosted(
  args: ActionFunctionArgs,
  context: PageContext,
): Promise<z.output<typeof formShape>> {
  try {
    return formShape.parse(toFields(await readForm(context.request)));
  } catch (thrown) {
    const failure = toAppError(thrown, args.context.request);
    throw redirectWithError(context, { to: paths.signIn, message: failure.messageKey });
  }
}

/** The query of a callback, or what the form contained that has led to it; empty for an altered one, which then fails. */
export function readCallbackQuery({ secrets }: Pick<App, "secrets">, url: URL): string {
  const sealed = url.searchParams.get(SEALED);
  if (sealed === null) return url.search;
  const posted = parseSealed(secrets, sealed);
  const query = new URLSearchParams();
  for (const name of ["code", "state", "error", "iss", "user"] as const)
    if (posted[name] !== undefined) query.set(name, posted[name]);
  return `?${query.toString()}`;
}

function parseSealed(secrets: App["secrets"], sealed: string): z.output<typeof formShape> {
  try {
    return formShape.parse(JSON.parse(secrets.decrypt("provider_form", sealed)));
  } catch {
    return {};
  }
}
