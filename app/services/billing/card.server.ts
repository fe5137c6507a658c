/** The operations on the card that pays for an account. */
import * as z from "zod";
import type { CardView } from "~/domain/billing";
import { AppError } from "~/domain/errors";
import { cardForm } from "~/domain/forms/billing";
import { PLAN_LIMITS } from "~/domain/rate-limits";
import { findSubscription, type SubscriptionRow } from "~/models/subscription.server";
import { recordAudit } from "../platform/audit/audit.server";
import { defineOperation, requireViewer, type Context } from "../platform/operation.server";
import { changeCard } from "./change-card.server";
import { canTakeCards } from "./plan-order.server";

export const cardShape: z.ZodType<CardView> = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
});

export const getCard = defineOperation({
  name: "getCard",
  method: "GET",
  path: "/api/account/card",
  summary: "Read the card that pays for the account; null when there is none.",
  access: { permission: "owner", state: "planned" },
  input: z.object({}),
  output: cardShape.nullable(),
  run: (_input, context) => Promise.resolve({ data: toCardView(requireViewer(context).subscription) }),
});

export const updateCard = defineOperation({
  name: "updateCard",
  method: "PATCH",
  path: "/api/account/card",
  summary:
    "Replace the card that pays for the account, and pay its open invoices with it. When the answer asks for a payment " +
    "action, confirm it and send the same request again with the payment result.",
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
    return { data: await readCard(context), message: "billing:card.saved" };
  },
});

async function readCard({ app, viewer }: Context): Promise<CardView | null> {
  return toCardView(await findSubscription(app.store, { accountId: viewer?.account.id ?? "" }));
}

/** The card of a subscription's row; null without one. */
export function toCardView(row: SubscriptionRow | null): CardView | null {
  if (!row?.cardBrand || !row.cardLast4) return null;
  const { cardBrand: brand, cardLast4: last4, cardExpMonth, cardExpYear } = row;
  return { brand, last4, exp_month: cardExpMonth ?? 0, exp_year: cardExpYear ?? 0 };
}
