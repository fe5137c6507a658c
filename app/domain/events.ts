/** The usage events that the product records itself. Programs may record others, of any name. */

/** What users do, recorded by the operation that does it. */
export type OperationEvent =
  | "signed_up"
  | "plan_chosen"
  | "card_changed"
  | "invited"
  | "joined"
  | "key_created"
  | "two_factor_on"
  | "cancelled_onboarding";

/** What users do on a page without a request to the server; the page records it. */
export type PageEvent = "feedback_opened" | "backup_codes_saved";
