/** The operations on the card that pays for an account. */
import * as z from "zod";
import type { AccountCard, PendingCard } from "~/domain/billing";
import { AppError } from "~/domain/errors";
import { cardForm } from "~/domain/forms/billing";
import { PLAN_LIMITS } from "~/domain/rate-limits";
import { findOpenIntent, type BillingIntentRow } from "~/models/billing-intent.server";
import type { Store } from "~/models/store/store";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import { recordAudit } from "~/services/platform/audit/audit.server";
import { defineOperation, requireViewer } from "~/services/platform/operation.server";
import { toCardView } from "../intents/card-columns.server";
import { changeCard } from "./change-card.server";
import { canTakeCards } from "./plan-order.server";

const cardFields = {
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
};

export const cardShape: z.ZodType<AccountCard> = z.object({
  ...cardFields,
  pending: z.object({ ...cardFields, plan: z.string() }).nullable(),
});

export const getCard = defineOperation({
  name: "getCard",
  method: "GET",
  path: "/api/account/card",
  summary:
    "Read the card that pays for the account; null when there is none. `pending` is the new card of a plan change that its " +
    "holder has not confirmed: it pays once that is done, and the other card until then.",
  access: { permission: "owner", state: "planned" },
  input: z.object({}),
  output: cardShape.nullable(),
  async run(_input, context) {
    const { subscription, account } = requireViewer(context);
    return { data: await readCard(context.app.store, subscription, account.id) };
  },
});

export const updateCard = defineOperation({
  name: "updateCard",
  method: "PATCH",
  path: "/api/account/card",
  summary: "Replace the card that pays for the account, and pay its open invoices with it.",
  access: { permission: "owner", state: "planned" },
  needsOwnSession: true,
  input: cardForm,
  output: cardShape.nullable(),
  canCharge: true,
  limits: PLAN_LIMITS,
  refusesImpersonator: true,
  async run({ token, payment_intent: payment, setup_intent: setup }, context) {
    const { app } = context;
    if (!canTakeCards(context)) throw new AppError("unavailable", "billing:errors.no_cards");
    const accountId = requireViewer(context).account.id;
    const result = await changeCard(app, {
      accountId,
      token,
      isRepeat: payment !== "" || setup !== "",
      onSaved: (store) => recordAudit(store, context, { action: "card_changed" }),
    });
    if (result.kind === "needs_action") {
      const payment = { requires_payment_action: true, client_secret: result.clientSecret } as const;
      return { data: null, payment };
    }
    const row = await findSubscription(app.store, { accountId });
    return { data: await readCard(app.store, row, accountId), message: "billing:card.saved" };
  },
});

async function readCard(
  store: Store,
  row: SubscriptionRow | null,
  accountId: string,
): Promise<AccountCard | null> {
  const pending = toPendingCard(await findOpenIntent(store, { accountId }));
  const card = toCardView(row);
  if (card) return { ...card, pending };
  if (!pending) return null;
  const { plan: _, ...entered } = pending;
  return { ...entered, pending };
}

/** The new card of an open change of plan; null for any other intent. */
export function toPendingCard(intent: BillingIntentRow | null): PendingCard | null {
  const card = intent?.kind === "change" ? toCardView(intent) : null;
  return intent && card && { ...card, plan: intent.planId };
}
