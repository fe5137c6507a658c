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
 * Offers the passkeys among what the browser suggests in the email field, until one is chosen, another dialog opens, or
 * `cancelPasskeys` is called.
 */
export function suggestPasskeys(): Promise<CeremonyResult> {
  return authenticate(paths.passkeySignInOptionsCall, {}, { useBrowserAutofill: true });
}

/** Closes what is open or offered. */
export function cancelPasskeys(): void {
  WebAuthnAbortService.cancelCeremony();
}

async function authenticate(
  path: string,
  input: object,
  how: { useBrowserAutofill?: boolean } = {},
): Promise<CeremonyResult> {
  const reply = await callApi<PublicKeyCredentialRequestOptionsJSON>("POST", path, input);
  if (!reply.ok) return { kind: "refused", status: reply.status, body: reply.body };
  return perform(() => startAuthentication({ optionsJSON: reply.data, ...how }));
}

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
