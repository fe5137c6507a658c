/**
 * The founder's own fields of users and accounts: `phone: { kind: "phone", example: "+1 555 123 4567" }`. Each needs its column in
 * migrations/own/ (`nullable(string(100))`), and its label under profile:own. Model, profile, API, documentation and export follow.
 */
import type { OwnFields } from "../domain/own-fields";

/** On the profile, for the user. */
export const OWN_USER_FIELDS = {
  phone: { kind: "phone", example: "+1 555 123 4567", autoComplete: "tel" },
} satisfies OwnFields;

/** On the profile, for the owner of the account. */
export const OWN_ACCOUNT_FIELDS = {
  website: { kind: "url", example: "https://acme.example", autoComplete: "url" },
} satisfies OwnFields;
