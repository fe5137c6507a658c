/** The forms of an operator's switches. Each has the revision that it was filled in from, so that two tabs notice. */
import * as z from "zod/mini";
import { FALLBACK_LOCALE, LOCALES, type Locale } from "../locales";
import { toMessage } from "../messages";
import { MAINTENANCE_STATES, SIGN_UP_MODES, ANNOUNCEMENT_MAX_LENGTH } from "../site";
import { checkbox, select } from "./choices";
import { clearableText, createFormSchema, number, optionalText } from "./rules";

/** The largest integer that every database stores. */
const REVISION_MAX = 2 ** 31 - 1;

function revision() {
  return number({ min: 0, max: REVISION_MAX }).check(
    z.refine((given) => Number.isInteger(given), toMessage("form:number")),
  );
}

/** A moment as ISO 8601, in UTC where it names no zone, as a browser's field sends it. Empty or missing is null. */
function optionalTime() {
  const given = clearableText({ max: 40 }).check(
    z.refine((text) => text === "" || parseTime(text) !== null, { error: toMessage("form:time") }),
  );
  return z._default(
    z.pipe(
      given,
      z.transform((text) => parseTime(text)),
    ),
    null,
  );
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

function parseTime(text: string): string | null {
  const [, , , zone] = TIME.exec(text) ?? [];
  const time = TIME.test(text) ? Date.parse(zone === undefined ? `${text}Z` : text) : NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

/** `text_en`, and one for each other language: readers of a language without text get that of another. */
const texts = Object.fromEntries(
  LOCALES.map((locale) => [`text_${locale}`, optionalText({ max: ANNOUNCEMENT_MAX_LENGTH })]),
) as Record<`text_${Locale}`, ReturnType<typeof optionalText>>;

export const announcementForm = createFormSchema({
  ...texts,
  from: optionalTime(),
  until: optionalTime(),
  revision: revision(),
}).check(
  z.refine((given) => LOCALES.some((locale) => given[`text_${locale}`] !== ""), {
    error: toMessage("master:site.text_required"),
    path: [`text_${FALLBACK_LOCALE}`],
  }),
  z.refine(({ from, until }) => from === null || until === null || from < until, {
    error: toMessage("master:site.until_before_from"),
    path: ["until"],
  }),
);

export const revisionForm = createFormSchema({ revision: revision() });

/** Closing the product must be confirmed; opening it need not. */
export const maintenanceForm = createFormSchema({
  state: select(MAINTENANCE_STATES),
  confirm: checkbox(),
  revision: revision(),
}).check(
  z.refine(({ state, confirm }) => state === "open" || confirm, {
    error: toMessage("master:site.confirm_required"),
    path: ["confirm"],
  }),
);

export const signUpModeForm = createFormSchema({ mode: select(SIGN_UP_MODES), revision: revision() });
