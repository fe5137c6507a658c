/** Users with passkeys, over HTTP. */
import { createAuthenticator, type AnswerChanges, type Authenticator } from "./passkey-authenticator";
import { expect } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { tokenEntity } from "~/models/token.server";
import { createApiClient, createBrowser, PASSWORD, type ApiAnswer, type Browser, type Call } from "./clients";
import type { Credentials, SignedIn } from "./credentials";
import type { Product } from "./product";

const STRANGER = createAuthenticator({ origin: "http://localhost" });

/** Well-formed answers to challenges that nobody has given. */
export const UNASKED = {
  registration: STRANGER.register({ challenge: "AAAA", rp: {}, user: { id: "AAAA" } }),
  assertion: STRANGER.assert({ challenge: "AAAA" }),
};

interface NewPasskey {
  authenticator?: Authenticator;
  changes?: AnswerChanges;
  /** Fields of the call that adds it. */
  fields?: Record<string, unknown>;
  /** Fields of the call for the options. */
  optionFields?: Record<string, unknown>;
}

/** Adds a passkey as this caller, and returns the answer of the last call, with the authenticator. */
export async function addPasskey(
  product: Pick<Product, "url">,
  call: Call,
  { changes, fields, optionFields, ...given }: NewPasskey = {},
): Promise<{ answer: ApiAnswer; authenticator: Authenticator; id: string }> {
  const authenticator = given.authenticator ?? createAuthenticator({ origin: product.url });
  const options = await call("POST", "/api/user/passkeys/options", { ...optionFields });
  if (options.status !== 200) throw new Error(`the options answered ${options.status}: ${options.message}`);
  const response = authenticator.register(options.data, changes);
  const answer = await call("POST", "/api/user/passkeys", { response, ...fields });
  return { answer, authenticator, id: String(answer.data.id) };
}

/** Signs in with the authenticator's passkey, by default as a script. */
export async function signInByPasskey(
  product: Pick<Product, "url">,
  authenticator: Authenticator,
  { changes, call = createApiClient(product) }: { changes?: AnswerChanges; call?: Call } = {},
): Promise<ApiAnswer> {
  const options = await call("POST", "/api/auth/passkey/options", {});
  return call("POST", "/api/auth/passkey", { response: authenticator.assert(options.data, changes) });
}

/** A browser's answer to the options for confirming a change. */
export async function confirmByPasskey(
  call: Call,
  authenticator: Authenticator,
  changes?: AnswerChanges,
): Promise<unknown> {
  const options = await call("POST", "/api/user/passkeys/confirmation", {});
  return authenticator.assert(options.data, changes);
}

export interface Holder extends SignedIn {
  authenticator: Authenticator;
  passkeyId: string;
}

export interface Holders {
  /** A user with a passkey. */
  create(built?: { countsNothing?: boolean }): Promise<Holder>;
  readOptions(): Promise<Record<string, unknown>>;
  /** Sends the answer as a script. */
  post(response: unknown): Promise<ApiAnswer>;
  countSessions(person: SignedIn): Promise<number>;
  /** Expects the one refusal, without a session and without a row. */
  expectRefused(holder: SignedIn, send: () => Promise<{ status: number; message: string }>): Promise<void>;
}

/** Users with passkeys who sign in. */
export function openHolders(product: Product, credentials: Credentials): Holders {
  const { store } = credentials;
  const countSessions = ({ userId }: SignedIn) => store.count(sessionEntity, { userId });
  const countTokens = ({ userId }: SignedIn) => store.count(tokenEntity, { userId });
  return {
    async create(built) {
      const person = await credentials.signedIn();
      const authenticator = createAuthenticator({ origin: product.url, ...built });
      const { id } = await addPasskey(product, person.script, {
        authenticator,
        optionFields: { password: PASSWORD },
      });
      return { ...person, authenticator, passkeyId: id };
    },
    async readOptions() {
      return (await createApiClient(product)("POST", "/api/auth/passkey/options", {})).data;
    },
    post: (response) => createApiClient(product)("POST", "/api/auth/passkey", { response }),
    countSessions,
    async expectRefused(holder, send) {
      const before = [await countSessions(holder), await countTokens(holder)];
      const { status, message } = await send();
      expect([status, message]).toEqual([
        401,
        "This passkey wasn't accepted. Please try again, or sign in another way.",
      ]);
      expect([await countSessions(holder), await countTokens(holder)]).toEqual(before);
    },
  };
}

/** A browser whose scripts call the API. */
export function createAskingBrowser(product: Pick<Product, "url">) {
  const visitor: Browser = createBrowser(product);
  const call = async (path: string, body: unknown) => {
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(product.url + path, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: product.url,
        "Sec-Fetch-Site": "same-origin",
        ...(cookie && { Cookie: cookie }),
      },
      body: JSON.stringify(body),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split("; ");
      const [name = "", value = ""] = pair.split("=");
      visitor.cookies.set(name, value);
    }
    const answer = (await response.json()) as { data?: unknown; message?: string };
    return { status: response.status, message: answer.message ?? "", data: answer.data };
  };
  return { visitor, call };
}
