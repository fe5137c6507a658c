/** The forms of /dev/billing. They consist of buttons, so their messages are for requests that no page sends. */
import { CLOCK_JUMPS, DISPUTE_ACTIONS, PAYMENT_OUTCOMES, WEBHOOK_ACTIONS } from "../payment-sandbox";
import { select } from "./choices";
import { createFormSchema, optional, requiredText } from "./rules";

/** Without a customer: the earliest end of all trials. */
export const clockForm = createFormSchema({ to: select(CLOCK_JUMPS), customer: optional(requiredText()) });

/** Without a customer: the next payment of anyone. */
export const nextPaymentForm = createFormSchema({
  outcome: select(PAYMENT_OUTCOMES),
  customer: optional(requiredText()),
});

/** Of a customer's newest payment, or of the open dispute about it. */
export const disputesForm = createFormSchema({ action: select(DISPUTE_ACTIONS), customer: requiredText() });

/** Dropping without an event drops all that wait. */
export const webhooksForm = createFormSchema({
  action: select(WEBHOOK_ACTIONS),
  event: optional(requiredText()),
});
