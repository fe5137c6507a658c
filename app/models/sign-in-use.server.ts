/** When users last signed in by what has no row of its own: the password, a mailed link, a code. */
import { v7 as uuid } from "uuid";
import type { SignInFactor } from "~/domain/sign-in-factors";
import { date, id, string, type Entity } from "./store/entity";
import type { Store } from "./store/store";

export interface SignInUseRow {
  id: string;
  userId: string;
  factor: SignInFactor;
  lastUsedAt: Date;
}

export const signInUseEntity: Entity<SignInUseRow> = {
  table: "sign_in_uses",
  belongsTo: { user: "userId" },
  fields: { id: id(), userId: id(), factor: string(16), lastUsedAt: date() },
  unique: [["userId", "factor"]],
};

/** Notes that the user has signed in by this factor now. Runs in the caller's transaction, which has locked the user's row. */
export async function saveSignInUse(
  store: Store,
  { userId, factor }: Pick<SignInUseRow, "userId" | "factor">,
): Promise<void> {
  const lastUsedAt = new Date();
  if ((await store.update(signInUseEntity, { userId, factor }, { lastUsedAt })) === 1) return;
  await store.insert(signInUseEntity, { id: uuid(), userId, factor, lastUsedAt });
}
