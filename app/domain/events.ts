/** The tracked events that the product records itself. Programs may record others, of any name. */
import { OWN_EVENTS } from "../product/names";

/** The acts of users, recorded by the operation that does them. */
const OPERATION_EVENTS = [
  "signed_up",
  "plan_chosen",
  "card_changed",
  "invited",
  "joined",
  "key_created",
  "two_factor_on",
  "cancelled_onboarding",
  ...OWN_EVENTS,
] as const;
export type OperationEvent = (typeof OPERATION_EVENTS)[number];

/** The acts of users on a page without a request to the server; the page records them. */
export type PageEvent = "feedback_opened" | "backup_codes_saved";
