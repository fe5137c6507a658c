/** What a user signs in and confirms changes with, besides the password: read in one statement. */
import { PASSKEYS_MAX } from "~/domain/passkeys";
import { identityEntity, type IdentityRow } from "./identity.server";
import { passkeyEntity, type PasskeyRow } from "./passkey.server";
import { signInUseEntity, type SignInUseRow } from "./sign-in-use.server";
import type { Store } from "./store/store";
import { twoFactorEntity } from "./two-factor.server";

export interface WaysIn {
  hasTwoFactor: boolean;
  /** Oldest first. */
  passkeys: PasskeyRow[];
  identities: IdentityRow[];
  uses: SignInUseRow[];
}

/** The user's second factor, passkeys and identity providers, and when each other factor was last used. */
export async function readWaysIn(store: Store, { userId }: { userId: string }): Promise<WaysIn> {
  const { twoFactors, ...ways } = await store.findTogether({
    twoFactors: createTwoFactorLookup(userId),
    passkeys: {
      entity: passkeyEntity,
      where: { userId },
      order: { by: "createdAt", direction: "asc" },
      limit: PASSKEYS_MAX,
    },
    identities: { entity: identityEntity, where: { userId } },
    uses: { entity: signInUseEntity, where: { userId } },
  });
  return { hasTwoFactor: twoFactors.length > 0, ...ways };
}

/** Whether the user has a second factor, and any passkey. */
export async function readConfirmations(
  store: Store,
  { userId }: { userId: string },
): Promise<{ hasTwoFactor: boolean; hasPasskey: boolean }> {
  const { twoFactors, passkeys } = await store.findTogether({
    twoFactors: createTwoFactorLookup(userId),
    passkeys: { entity: passkeyEntity, where: { userId }, fields: ["id"], limit: 1 },
  });
  return { hasTwoFactor: twoFactors.length > 0, hasPasskey: passkeys.length > 0 };
}

const createTwoFactorLookup = (userId: string) =>
  ({ entity: twoFactorEntity, where: { id: userId, secret: { not: null } }, fields: ["id"] }) as const;
