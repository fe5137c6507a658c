/** The form that closes setup. */
import { clearableEmail, createFormSchema, optional } from "./rules";
import { setupFields } from "./setup";

export const finishForm = createFormSchema({
  /** So that a page that is out of date does not close what another one has changed. */
  revision: setupFields.revision,
  /** Who becomes a master by signing up and verifying this address. "" names none. */
  first_master_email: optional(clearableEmail()),
});
