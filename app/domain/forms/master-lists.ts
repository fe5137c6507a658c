/** The input of mission control's lists: their filters, and the place that a page continues from. */
import * as z from "zod/mini";
import { EMAIL_MAX_LENGTH, ID_LENGTH } from "../limits";
import { toMessage } from "../messages";
import { pageForm, searchForm } from "../paging";
import { createFormSchema, optionalText, requiredText } from "./rules";

const INVALID_DAY = toMessage("master:form.day_invalid");
const isoDay = z.iso.date();

/** A day, YYYY-MM-DD; "" for none. */
function day() {
  return optionalText({ max: ID_LENGTH }).check(
    z.refine((text) => text === "" || isDay(text), { error: INVALID_DAY }),
  );
}

/** Whether the text is a day that exists, as YYYY-MM-DD, in a year that every database can hold. */
export function isDay(text: string): boolean {
  return isoDay.safeParse(text).success && text >= "1900";
}

export const auditListForm = createFormSchema({
  ...pageForm.shape,
  action: optionalText(),
  account: optionalText({ max: ID_LENGTH }),
  actor: optionalText({ max: EMAIL_MAX_LENGTH }),
  from: day(),
  to: day(),
});

const choice = () => optionalText({ max: ID_LENGTH });

/** An unknown status or order counts as none. */
export const masterUsersForm = createFormSchema({
  ...searchForm.shape,
  status: choice(),
  sort: choice(),
  direction: choice(),
});

export const userForm = createFormSchema({
  id: requiredText(toMessage("errors:not_found"), { max: ID_LENGTH }),
});

/** An unknown status counts as none. */
export const accountListForm = createFormSchema({ ...searchForm.shape, status: choice(), plan: choice() });

/** An account, and a page of its members. */
export const customerForm = createFormSchema({ ...userForm.shape, ...pageForm.shape });
