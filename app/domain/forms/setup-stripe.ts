/** The form of setup's step Payment provider. */
import * as z from "zod/mini";
import { SERVICE_KEY_MAX_LENGTH } from "~/domain/setup";
import { toMessage } from "../messages";
import { PAYMENT_MODES } from "../setup-choices";
import { checkbox, flag, select } from "./choices";
import { clearableChoice, createFormSchema, optional } from "./rules";
import { setupFields } from "./setup";

/** A key that starts with one of these; empty keeps the saved one. Keys of the two modes are never mixed by that. */
function key(...starts: readonly string[]) {
  const pattern = new RegExp(`^(?:${starts.join("|")})[A-Za-z0-9_]+$`);
  const [start = ""] = starts;
  return optional(
    clearableChoice(pattern, toMessage("setup:stripe.key_start", { start })).check(
      z.maxLength(
        SERVICE_KEY_MAX_LENGTH,
        toMessage("form:max_length", { maxLength: SERVICE_KEY_MAX_LENGTH }),
      ),
    ),
  );
}

export const stripeForm = createFormSchema({
  ...setupFields,
  /** Missing where the environment fixes the keys. */
  mode: optional(select(PAYMENT_MODES)),
  test_publishable_key: key("pk_test_"),
  test_secret_key: key("sk_test_", "rk_test_"),
  live_publishable_key: key("pk_live_"),
  live_secret_key: key("sk_live_", "rk_live_"),
  /** Of the mode in use. */
  webhook_secret: key("whsec_"),
  /** Creates the prices that the provider does not have, when the form is saved. */
  create_prices: checkbox(),
  free_plan: z._default(flag(), true),
});
