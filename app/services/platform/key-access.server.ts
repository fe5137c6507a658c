/** The rights of a call with an API key, besides those of the member whom the key acts as. */
import { AppError } from "~/domain/errors";
import type { KeyScope } from "~/domain/key-scopes";
import { toMessage } from "~/domain/messages";
import type { ViewerKey } from "./viewer.server";

/** Throws forbidden when no key may make the call, or when this one lacks the scope for it. */
export function requireKeyAccess({ keyScope }: { keyScope?: KeyScope }, { scopes }: ViewerKey): void {
  if (keyScope === undefined) throw createNoKeysError();
  if (!scopes.includes(keyScope))
    throw new AppError("forbidden", toMessage("keys:refused.scope", { scope: keyScope }));
}

/** The refusal of a call that no API key may make. */
export function createNoKeysError(): AppError {
  return new AppError("forbidden", "keys:refused.no_keys");
}
