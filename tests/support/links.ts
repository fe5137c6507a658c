/** Links out of mails, and what a test does to the tokens in them. */
import type { Store } from "~/models/store/store";
import { hashToken } from "~/services/platform/crypto/secrets.server";
import { program, type ApiAnswer, type Call } from "./caller";
import { linkIn, type Product } from "./product";

const PATHS = { verify: "/signup/verify", magic: "/magic", reset: "/resetpassword" };
const SUBJECTS = { verify: /verify|confirm/i, magic: /sign-in link/i, reset: /reset your password/i };
export type LinkKind = keyof typeof PATHS;

/** The token of the newest link of this kind that was mailed to `email`. */
export async function tokenFor(product: Product, kind: LinkKind, email: string): Promise<string> {
  const link = linkIn(await product.mailTo(email, SUBJECTS[kind]), PATHS[kind]);
  return link.searchParams.get("token") ?? "";
}

/** For a product that trusts one proxy: every call comes from another network, so that only what is meant is counted. */
export function elsewhere(): Record<string, string> {
  networks += 1;
  return { "X-Forwarded-For": `10.0.${Math.floor(networks / 256)}.${networks % 256}` };
}
let networks = 0;

/** Asks for a sign-in link and returns its token. */
export async function magicTokenFor(product: Product, email: string): Promise<string> {
  await expected(program(product)("POST", "/api/auth/magic", { email }, elsewhere()));
  return tokenFor(product, "magic", email);
}

/** Asks for a link that sets a password and returns its token. */
export async function resetTokenFor(product: Product, email: string): Promise<string> {
  await expected(program(product)("POST", "/api/auth/password/reset/request", { email }, elsewhere()));
  return tokenFor(product, "reset", email);
}

export function openMagic(call: Call, token: string): Promise<ApiAnswer> {
  return call("POST", "/api/auth/magic/verify", { token });
}

/** Lets a token end `ms` from now; negative: it ended already. */
export async function endsIn(store: Store, token: string, ms: number): Promise<void> {
  await store.update("tokens", { hash: hashToken(token) }, { expiresAt: new Date(Date.now() + ms) });
}

async function expected(answer: Promise<ApiAnswer>): Promise<void> {
  const { status, message } = await answer;
  if (status !== 200) throw new Error(`asking for a link answered ${status}: ${message}`);
}
