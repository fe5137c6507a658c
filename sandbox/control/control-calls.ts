/**
 * The calls of the sandbox's own page: JSON under `/control`, with the secret key. They move the clock, decide how
 * the next payment ends, and disturb the webhooks, so that a tester sees what the product does then.
 */
import type * as z from "zod";
import { addMonths } from "../billing/amounts";
import { reportMeterErrors } from "../billing/meter-reports";
import { advanceHeard } from "../clock/clock";
import { createInvalidRequestError, createNotFoundError } from "../http/errors";
import { getReferenced, listObjects, type Ledger } from "../ledger";
import { getId } from "../objects";
import { getLiveCustomer } from "../resources/customers";
import { dropDeliveries, queueDelivery } from "../state/deliveries";
import {
  advanceBody,
  disputeBody,
  meterReportBody,
  nextPaymentBody,
  readBody,
  rewindBody,
  webhooksBody,
} from "./bodies";
import { controlDispute } from "./control-disputes";
import { showDeliveries, showState } from "./show-state";
import type { Advanced, NextPayment, Rewound, ShownDeliveries } from "./types";

const DAY_SECONDS = 86_400;
/** A longer jump would keep every other request waiting. */
const LONGEST_JUMP_SECONDS = 2 * 366 * DAY_SECONDS;

interface ControlCall {
  method: string;
  path: string;
  body: string;
  /** Resolves when the product has received the events so far. */
  hear(): Promise<void>;
}

/** Answers one call. Throws SandboxError: 400 for a wrong body, 404 for any call that is not listed here. */
export function handleControlCall(
  ledger: Ledger,
  { method, path, body, hear }: ControlCall,
): object | Promise<object> {
  switch (`${method} ${path}`) {
    case "GET /control/state":
      return showState(ledger);
    case "POST /control/advance":
      return moveTo(ledger, readBody(advanceBody, body), hear);
    case "POST /control/rewind":
      return rewindTo(ledger, readBody(rewindBody, body));
    case "POST /control/next-payment":
      return { failNext: setNextPayment(ledger, readBody(nextPaymentBody, body)) };
    case "POST /control/disputes":
      return controlDispute(ledger, readBody(disputeBody, body));
    case "POST /control/meter-report":
      return reportMeterErrors(ledger, readBody(meterReportBody, body));
    case "POST /control/webhooks":
      return { deliveries: controlWebhooks(ledger, readBody(webhooksBody, body)) };
    default:
      throw createNotFoundError("resource", path);
  }
}

async function moveTo(
  ledger: Ledger,
  given: z.output<typeof advanceBody>,
  hear: ControlCall["hear"],
): Promise<Advanced> {
  const now = ledger.now();
  const to = toSeconds(ledger, given);
  if (to <= now) throw createRangeError("The clock only moves forward: `to` must be in the future.");
  if (to - now > LONGEST_JUMP_SECONDS)
    throw createRangeError("The clock moves at most two years at a time: `to` is too far.");
  const changes = await advanceHeard(ledger, to, hear);
  return { now: ledger.now(), changes };
}

/**
 * Sets the clock back, for demo data whose invoices are to be of past months. It undoes nothing: what has happened keeps
 * its time, and nothing becomes due before the clock is forward again.
 */
function rewindTo(ledger: Ledger, { to }: z.output<typeof rewindBody>): Rewound {
  const now = ledger.now();
  if (to >= now) throw createRangeError("A rewind moves the clock back: `to` must be in the past.");
  if (now - to > LONGEST_JUMP_SECONDS)
    throw createRangeError("The clock moves at most two years at a time: `to` is too far.");
  ledger.state.clockOffsetMs -= (now - to) * 1000;
  return { now: ledger.now() };
}

function toSeconds(ledger: Ledger, { to, customer }: z.output<typeof advanceBody>): number {
  if (customer !== undefined) getLiveCustomer(ledger, { id: customer, param: "customer" });
  if (to === "day") return ledger.now() + DAY_SECONDS;
  if (to === "month") return addMonths(ledger.now(), 1);
  return to === "trial_end" ? getTrialEnd(ledger, customer) : to;
}

function getTrialEnd(ledger: Ledger, customer: string | undefined): number {
  const ends = listObjects(ledger, "subscription")
    .filter(({ status }) => status === "trialing")
    .filter((row) => customer === undefined || getId(row.customer) === customer)
    .flatMap(({ trial_end: end }) => (end === null ? [] : [end]));
  if (ends.length > 0) return Math.min(...ends);
  const who = customer === undefined ? "No subscription" : "No subscription of this customer";
  throw createInvalidRequestError(`${who} is in a trial.`, { param: "to" });
}

/** A newer setting for the same customer replaces the older one. */
function setNextPayment(
  ledger: Ledger,
  { customer, outcome }: z.output<typeof nextPaymentBody>,
): NextPayment[] {
  if (customer !== undefined) getLiveCustomer(ledger, { id: customer, param: "customer" });
  const { controls } = ledger.state;
  const customerId = customer ?? null;
  const others = controls.nextPayments.filter((next) => next.customerId !== customerId);
  controls.nextPayments = [...others, { customerId, outcome }];
  return controls.nextPayments;
}

function controlWebhooks(ledger: Ledger, given: z.output<typeof webhooksBody>): ShownDeliveries {
  const { state } = ledger;
  const { controls } = state;
  if (given.action === "replay") replay(ledger, given.event);
  if (given.action === "drop") drop(ledger, given.event ?? null);
  if (given.action === "duplicate") controls.sendsTwice = !controls.sendsTwice;
  if (given.action === "release") release(ledger, given.order ?? "same");
  if (given.action === "hold") controls.isHeld = true;
  if (given.action === "reverse") {
    if (controls.isHeld) release(ledger, "reverse");
    else controls.isHeld = true;
  }
  return showDeliveries(ledger);
}

function replay(ledger: Ledger, eventId: string): void {
  const { id } = getReferenced(ledger, "event", { id: eventId, param: "event" });
  if (!ledger.hasWebhook()) throw createInvalidRequestError("No webhook is configured.");
  queueDelivery(ledger.state, id);
}

function drop(ledger: Ledger, eventId: string | null): void {
  if (dropDeliveries(ledger.state, eventId) > 0 || eventId === null) return;
  throw createInvalidRequestError(`No delivery of ${eventId} is waiting.`, { param: "event" });
}

function release({ state }: Ledger, order: "reverse" | "same"): void {
  state.controls.isHeld = false;
  if (order === "reverse") state.deliveries.reverse();
}

function createRangeError(message: string) {
  return createInvalidRequestError(message, { code: "parameter_invalid", param: "to" });
}
