/** Links from mails, and changes to the tokens in them. */
import { tokenEntity } from "~/models/token.server";
import type { Store } from "~/models/store/store";
import { hashToken } from "~/crypto/secrets.server";
import { createApiClient, type ApiAnswer, type Call } from "./clients";
import { linkIn, type Product } from "./product";

const PATHS = { verify: "/signup/verify", magic: "/magic", reset: "/resetpassword" };
const SUBJECTS = { verify: /verify|confirm/i, magic: /sign-in link/i, reset: /reset your password/i };
export type LinkKind = keyof typeof PATHS;

/** Returns the token of the newest link of this kind that was mailed to `email`. */
export async function getMailedToken(product: Product, kind: LinkKind, email: string): Promise<string> {
  const link = linkIn(await product.mailTo(email, SUBJECTS[kind]), PATHS[kind]);
  return link.searchParams.get("token") ?? "";
}

/** For a product that trusts one proxy: every call has another IP, so that no limit by IP counts. */
export function createOtherNetworkHeaders(): Record<string, string> {
  networks += 1;
  return { "X-Forwarded-For": `10.0.${Math.floor(networks / 256)}.${networks % 256}` };
}
let networks = 0;

/** Requests a sign-in link and returns its token. */
export async function requestMagicToken(product: Product, email: string): Promise<string> {
  await expectSent(
    createApiClient(product)("POST", "/api/auth/magic", { email }, createOtherNetworkHeaders()),
  );
  return getMailedToken(product, "magic", email);
}

/** Requests a link that sets a password, and returns its token. */
export async function resetTokenFor(product: Product, email: string): Promise<string> {
  await expectSent(
    createApiClient(product)(
      "POST",
      "/api/auth/password/reset/request",
      { email },
      createOtherNetworkHeaders(),
    ),
  );
  return getMailedToken(product, "reset", email);
}

export function openMagic(call: Call, token: string): Promise<ApiAnswer> {
  return call("POST", "/api/auth/magic/verify", { token });
}

/** Sets a token's expiry to `ms` from now; a negative value has it expired. */
export async function endsIn(store: Store, token: string, ms: number): Promise<void> {
  await store.update(tokenEntity, { hash: hashToken(token) }, { expiresAt: new Date(Date.now() + ms) });
}

async function expectSent(answer: Promise<ApiAnswer>): Promise<void> {
  const { status, message } = await answer;
  if (status !== 200) throw new Error(`requesting a link answered ${status}: ${message}`);
}
