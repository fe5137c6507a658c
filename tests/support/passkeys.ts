/** Users with passkeys, over HTTP. */
import { createAuthenticator, type AnswerChanges, type Authenticator } from "./passkey-authenticator";
import { createApiClient, type ApiAnswer, type Call } from "./clients";
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
