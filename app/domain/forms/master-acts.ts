/** The input of what a master does with an account: a longer trial, a plan without a charge, and closing it. */
import { refine } from "zod/mini";
import { GIVEN_DAYS_MAX } from "~/domain/mission-control";
import { ID_LENGTH, NAME_MAX_LENGTH, REASON_MAX_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { isDay } from "./master-lists";
import { reauthenticationFields } from "./reauthentication";
import { createFormSchema, number, requiredText } from "./rules";

const INVALID_DAYS = toMessage("master:acts.days_invalid", { max: GIVEN_DAYS_MAX });

const shared = {
  id: requiredText(toMessage("errors:unknown_account"), { max: ID_LENGTH }),
  reason: requiredText(toMessage("master:form.reason_required"), { max: REASON_MAX_LENGTH }),
  ...reauthenticationFields(),
};
/** The box that a master ticks after checking what the act will do; any text in a call. */
const confirm = requiredText(toMessage("master:form.confirm_required"), { max: ID_LENGTH });

export const extendTrialForm = createFormSchema({
  ...shared,
  confirm,
  /** A day in UTC, YYYY-MM-DD. */
  until: requiredText(toMessage("master:form.day_invalid"), { max: ID_LENGTH }).check(
    refine(isDay, { error: toMessage("master:form.day_invalid") }),
  ),
});

export const compForm = createFormSchema({
  ...shared,
  confirm,
  plan: requiredText(toMessage("master:acts.plan_unknown"), { max: ID_LENGTH }),
  days: number({ required: INVALID_DAYS, invalid: INVALID_DAYS, min: 1, max: GIVEN_DAYS_MAX }).check(
    refine(Number.isInteger, { error: INVALID_DAYS }),
  ),
});

export const closeCustomerForm = createFormSchema({
  ...shared,
  /** The account's name. */
  confirmation: requiredText(toMessage("master:acts.name_required"), { max: NAME_MAX_LENGTH }),
});
