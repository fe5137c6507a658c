/** The days that a list is limited to: both included, in UTC. In a page's URL and in the API's input. */
import { refine } from "zod/mini";
import { optionalText } from "./forms/rules";
import { days } from "./limits";
import { toMessage } from "./messages";

/** YYYY-MM-DD; "" is no bound. */
export interface DayRange {
  from: string;
  to: string;
}

/** The input of an operation whose list can be limited to days. */
export const dayRangeFields = { from: optionalDay(), to: optionalDay() };

function optionalDay() {
  return optionalText({ max: 10 }).check(
    refine((text) => text === "" || isDay(text), { error: toMessage("form:day") }),
  );
}

/** Reads the days from a page's query string. What is no day counts as missing. */
export function parseDayRange(query: URLSearchParams): DayRange {
  const read = (name: string) => {
    const given = query.get(name) ?? "";
    return isDay(given) ? given : "";
  };
  return { from: read("from"), to: read("to") };
}

/** From `gte` on, and before `lt`. */
export interface TimeRange {
  gte?: Date;
  lt?: Date;
}

/** The condition for a date in the range; undefined when there is no bound. */
export function toTimeRange({ from = "", to = "" }: Partial<DayRange>): TimeRange | undefined {
  if (from === "" && to === "") return undefined;
  return {
    ...(from !== "" && { gte: new Date(from) }),
    ...(to !== "" && { lt: new Date(new Date(to).getTime() + days(1)) }),
  };
}

/** The first and the last year that a list can be limited to: every database stores them. */
const [FIRST, LAST] = ["2000-01-01", "2999-12-31"];

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < FIRST || text > LAST) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
