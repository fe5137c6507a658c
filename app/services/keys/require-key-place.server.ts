/** The API keys that a plan includes: checked before a key is made, and again in the transaction that stores it. */
import { AppError } from "~/domain/errors";
import { toMessage } from "~/domain/messages";
import { findPlanFor } from "~/domain/plan-limits";
import { canActAs, type Actor } from "~/domain/roles";
import { countApiKeys } from "~/models/api-key.server";
import { countMembers } from "~/models/membership.server";
import type { Store } from "~/models/store/store";
import { KEYS_MAX } from "~/domain/api-keys";
import type { SeatPlans } from "../team/require-seats.server";

/**
 * Throws plan_needed, with the plan that would do, unless the account may have one more key. Keys that are revoked do
 * not count. Conflict when no plan has more, and when the list of keys is full. The message is for `reader`.
 */
export async function requireKeyPlace(
  store: Store,
  account: { accountId: string; reader: Actor; plans: SeatPlans },
): Promise<void> {
  const { accountId, reader, plans } = account;
  const { usable, all } = await countApiKeys(store, { accountId });
  if (all >= KEYS_MAX) throw new AppError("conflict", toMessage("keys:limit.all", { count: KEYS_MAX }));
  const limit = plans.current?.keyLimit ?? null;
  if (limit === null || usable < limit) return;
  const members = await countMembers(store, { accountId });
  const larger = findPlanFor({ plans: plans.offered, keys: usable + 1, members });
  const counts = { count: limit };
  if (!larger) throw new AppError("conflict", toMessage("keys:limit.none_larger", counts));
  const message = canActAs(reader, "owner") ? "keys:limit.owner" : "keys:limit.developer";
  throw new AppError("plan_needed", toMessage(message, counts), { plan: larger.id });
}
