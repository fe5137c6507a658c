/** The password, the mailed link and the codes of a user: which they have, and when they last signed in by each. */
import type { SignInFactor } from "~/domain/sign-in-factors";
import { saveSignInUse } from "~/models/sign-in-use.server";
import type { Store } from "~/models/store/store";
import type { UserRow } from "~/models/user.server";
import type { WaysIn } from "~/models/ways-in.server";

/** An identity provider and a passkey have rows of their own, which say when they were last used. */
const FACTORS_WITHOUT_ROW: readonly SignInFactor[] = ["password", "link", "code"];

/** Notes when a sign-in used them. Runs in the caller's transaction, which has locked the user's row. */
export async function saveSignInUses(
  store: Store,
  { userId, factors }: { userId: string; factors: readonly SignInFactor[] },
): Promise<void> {
  for (const factor of FACTORS_WITHOUT_ROW)
    if (factors.includes(factor)) await saveSignInUse(store, { userId, factor });
}

/** What the page about security says of them. The last uses are ISO 8601; one is missing where none is known. */
export function toCredentials(user: UserRow, { hasTwoFactor, uses }: Pick<WaysIn, "hasTwoFactor" | "uses">) {
  const lastUses: Partial<Record<SignInFactor, string>> = {};
  for (const { factor, lastUsedAt } of uses) lastUses[factor] = lastUsedAt.toISOString();
  return { email: user.email, hasPassword: user.passwordHash !== null, hasTwoFactor, lastUses };
}
