/** What a call with an API key may do, beside what the member may whom the key acts as. */
import { AppError } from "~/domain/errors";
import type { KeyScope } from "~/domain/key-scopes";
import { toMessage } from "~/domain/messages";
import type { ViewerKey } from "./viewer.server";

/** Throws forbidden when no key may make the call, or when this one lacks the scope for it. */
export function requireKeyAccess({ keyScope }: { keyScope?: KeyScope }, { scopes }: ViewerKey): void {
  if (keyScope === undefined) throw new AppError("forbidden", "keys:refused.no_keys");
  if (!scopes.includes(keyScope))
    throw new AppError("forbidden", toMessage("keys:refused.scope", { scope: keyScope }));
}
