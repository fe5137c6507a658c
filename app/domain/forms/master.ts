/** The input of mission control: acting as a user, events of the payment provider, jobs, feedback, refunds and credits. */
import { array, maxLength, minLength, pipe, regex, transform, union } from "zod/mini";
import { REFUND_REASON_MAX_LENGTH } from "~/domain/payments";
import { dayRangeFields } from "../day-range";
import {
  ID_LENGTH,
  MAILS_RETRIED_AT_ONCE,
  MESSAGE_MAX_LENGTH,
  REASON_MAX_LENGTH,
  TOKEN_MAX_LENGTH,
} from "../limits";
import { toMessage } from "../messages";
import { pageForm, searchForm } from "../paging";
import { reauthenticationFields } from "./reauthentication";
import { createFormSchema, number, optionalText, requiredText } from "./rules";

/** Characters of an id at the payment provider. */
const EVENT_ID_MAX_LENGTH = 190;
/** In major units: more than an account pays in years. */
const AMOUNT_MAX = 10_000_000;

export const impersonationForm = createFormSchema({
  user: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
  account: requiredText(toMessage("errors:unknown_account"), { max: ID_LENGTH }),
  reason: requiredText(toMessage("master:form.reason_required"), { max: REASON_MAX_LENGTH }),
  ...reauthenticationFields(),
});

export const impersonateForm = createFormSchema({
  token: requiredText(toMessage("errors:not_found"), { max: TOKEN_MAX_LENGTH }),
});

/** A page of the payment provider's events; an unknown status lists all. */
export const webhooksForm = createFormSchema({
  ...pageForm.shape,
  ...dayRangeFields,
  status: optionalText({ max: ID_LENGTH }),
});

/** A page of the tracked events: those of exactly this name, and of this account. */
export const eventListForm = createFormSchema({
  ...searchForm.shape,
  ...dayRangeFields,
  account: optionalText({ max: ID_LENGTH }),
});

/** A page of the feedback; an unknown rating lists all. */
export const feedbackListForm = createFormSchema({
  ...pageForm.shape,
  ...dayRangeFields,
  rating: optionalText({ max: ID_LENGTH }),
});

/** A page of the unsent mails; an unknown status lists those that were given up. */
export const mailListForm = createFormSchema({ ...pageForm.shape, status: optionalText({ max: ID_LENGTH }) });

/** One id, or a list of them. */
export const retryMailsForm = createFormSchema({ ids: mailIds() });

function mailIds() {
  const required = toMessage("master:mails.ids_required");
  const one = requiredText(required, { max: ID_LENGTH });
  const several = array(one, { error: required }).check(
    minLength(1, required),
    maxLength(MAILS_RETRIED_AT_ONCE, required),
  );
  return pipe(
    union([several, one], { error: required }),
    transform((given) => [...new Set([given].flat())]),
  );
}

/** A master's answer to a user about their feedback. */
export const feedbackAnswerForm = createFormSchema({
  id: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
  answer: requiredText(toMessage("master:feedback.answer_required"), {
    max: MESSAGE_MAX_LENGTH,
    isMultiline: true,
  }),
});

export const replayForm = createFormSchema({
  event: requiredText(toMessage("errors:not_found"), { max: EVENT_ID_MAX_LENGTH }),
});

export const retryJobForm = createFormSchema({
  job: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
});

const reason = () => requiredText(toMessage("master:form.reason_required"), { max: REASON_MAX_LENGTH });
/** The box that a master ticks after checking what the act will do; any text in a call. */
const confirm = () => requiredText(toMessage("master:form.confirm_required"), { max: ID_LENGTH });

export const userActForm = createFormSchema({
  id: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
  reason: reason(),
});

export const endUserSessionsForm = createFormSchema({
  ...userActForm.shape,
  confirm: confirm(),
  ...reauthenticationFields(),
});

const moneyBack = {
  /** Chosen by the caller, so that the same request twice pays back, or credits, once. The provider gets it in a header. */
  request: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }).check(
    regex(/^[\w-]+$/, toMessage("master:billing.request_invalid")),
  ),
  account: requiredText(toMessage("errors:unknown_account"), { max: ID_LENGTH }),
  /** In major units, as a person types it. */
  amount: number({
    required: toMessage("master:billing.amount_invalid"),
    invalid: toMessage("master:billing.amount_invalid"),
    min: 0,
    max: AMOUNT_MAX,
  }),
  reason: requiredText(toMessage("master:form.reason_required"), { max: REFUND_REASON_MAX_LENGTH }),
  /** The box that a master ticks after checking the amount; any text in a call. */
  confirm: requiredText(toMessage("master:billing.confirm_required"), { max: ID_LENGTH }),
  ...reauthenticationFields(),
};

export const refundForm = createFormSchema({
  ...moneyBack,
  invoice: requiredText(toMessage("master:billing.invoice_unknown"), { max: EVENT_ID_MAX_LENGTH }),
});

export const creditForm = createFormSchema(moneyBack);
