/**
 * The browser's dialogs for passkeys: creating one, signing in and confirming with one. Loaded at first use, because most
 * visits need none of it.
 */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { paths } from "~/domain/paths";
import { callApi } from "../session/call-api";

/** Why a dialog gave nothing, beside the user's closing it. */
export type PasskeyProblem =
  /** The browser has no passkeys. */
  | "unsupported"
  /** The authenticator holds one of this user already. */
  | "known"
  /** The page's address is not the one that the passkeys are for. */
  | "address"
  | "failed";

export type CeremonyResult =
  /** What the browser answers, as a form posts it. */
  | { kind: "answered"; answer: string }
  /** The user closed the dialog, or something else took its place. */
  | { kind: "cancelled" }
  | { kind: "problem"; problem: PasskeyProblem }
  /** The server refused to begin. */
  | { kind: "refused"; status: number | undefined; body: unknown };

/** Creates a passkey with the server's options. */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<CeremonyResult> {
  return perform(() => startRegistration({ optionsJSON: options }));
}

/** Whether the server's answer is the options for creating a passkey. */
export function isCreationOptions(data: unknown): data is PublicKeyCredentialCreationOptionsJSON {
  return typeof data === "object" && data !== null && "challenge" in data && "pubKeyCredParams" in data;
}

/** Asks for one of the user's own passkeys, to confirm a change. */
export function confirmWithPasskey(): Promise<CeremonyResult> {
  return authenticate(paths.passkeyConfirmationCall, {});
}

/** Asks for a passkey as the second factor of a sign-in. */
export function showSecondFactor(jwt: string): Promise<CeremonyResult> {
  return authenticate(paths.secondFactorOptionsCall, { jwt });
}

/** Asks for any passkey of this site, by a dialog. */
export function signInWithPasskey(): Promise<CeremonyResult> {
  return authenticate(paths.passkeySignInOptionsCall, {});
}

/**
 * Offers the passkeys among what the browser suggests in the email field, until one is chosen, a dialog opens, or
 * `cancelPasskeys` is called. Not beside a dialog that the user has asked for: the browser would close it.
 */
export async function suggestPasskeys(): Promise<CeremonyResult> {
  if (dialogs.open > 0) return { kind: "cancelled" };
  const { asked } = dialogs;
  const reply = await fetchOptions(paths.passkeySignInOptionsCall, {});
  if (!reply.ok) return toRefusal(reply);
  if (dialogs.asked !== asked) return { kind: "cancelled" };
  return perform(() => startAuthentication({ optionsJSON: reply.data, useBrowserAutofill: true }));
}

/** Closes what is open or offered. */
export function cancelPasskeys(): void {
  WebAuthnAbortService.cancelCeremony();
}

/** How many dialogs the user has asked for on this page, and how many of them are open. */
const dialogs = { asked: 0, open: 0 };

async function authenticate(path: string, input: object): Promise<CeremonyResult> {
  dialogs.asked += 1;
  dialogs.open += 1;
  try {
    const reply = await fetchOptions(path, input);
    return reply.ok
      ? await perform(() => startAuthentication({ optionsJSON: reply.data }))
      : toRefusal(reply);
  } finally {
    dialogs.open -= 1;
  }
}

let lastOptions: Promise<unknown> = Promise.resolve();

/**
 * One request after the other: the first answer brings the cookie that challenges are bound to. Two at once would bring one each, and
 * the browser would keep the later.
 */
function fetchOptions(path: string, input: object) {
  const options = lastOptions.then(() => callApi<PublicKeyCredentialRequestOptionsJSON>("POST", path, input));
  lastOptions = options;
  return options;
}

const toRefusal = ({ status, body }: { status?: number; body?: unknown }): CeremonyResult => ({
  kind: "refused",
  status,
  body,
});

async function perform(open: () => Promise<object>): Promise<CeremonyResult> {
  if (!browserSupportsWebAuthn()) return { kind: "problem", problem: "unsupported" };
  try {
    return { kind: "answered", answer: JSON.stringify(await open()) };
  } catch (error) {
    return toResult(error);
  }
}

/** Browsers do not tell a dialog that was closed from an authenticator that had nothing to offer. */
function toResult(error: unknown): CeremonyResult {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return { kind: "cancelled" };
  if (name === "InvalidStateError") return { kind: "problem", problem: "known" };
  if (name === "SecurityError") return { kind: "problem", problem: "address" };
  const isAborted = error instanceof WebAuthnError && error.code === "ERROR_CEREMONY_ABORTED";
  return isAborted ? { kind: "cancelled" } : { kind: "problem", problem: "failed" };
}
