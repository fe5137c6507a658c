/** Disputes and early fraud warnings: read, answered with evidence, and accepted as lost. */
import * as z from "zod";
import { closeDispute, updateEvidence } from "../billing/disputes";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { isInRange, paginate } from "../http/list";
import { allowEmpty, defineParams, flag, listParams, range, text } from "../http/params";
import { get, listObjects } from "../ledger";
import { getId } from "../objects";

const filters = {
  charge: text.optional(),
  created: range.optional(),
  payment_intent: text.optional(),
};

interface Filters {
  charge?: string;
  created?: z.output<typeof range>;
  payment_intent?: string;
}

interface Claim {
  charge: string | { id: string };
  created: number;
  payment_intent?: string | { id: string } | null;
}

/** Whether a dispute or a warning is about the payment, and of the time, that the caller asks for. */
function matches(row: Claim, { charge, created, payment_intent: intentId }: Filters): boolean {
  return (
    isInRange(row.created, created) &&
    (charge === undefined || getId(row.charge) === charge) &&
    (intentId === undefined || getId(row.payment_intent) === intentId)
  );
}

const disputes: readonly Endpoint[] = [
  defineEndpoint({
    method: "GET",
    path: "/v1/disputes/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "dispute", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/disputes",
    params: listParams(filters),
    run: ({ ledger, params: { charge, created, payment_intent, ...cursor } }) => {
      const wanted = { charge, created, payment_intent };
      const rows = listObjects(ledger, "dispute").filter((row) => matches(row, wanted));
      return paginate(rows, { url: "/v1/disputes", cursor });
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/disputes/:id",
    params: defineParams({
      evidence: z.strictObject({ uncategorized_text: allowEmpty(text) }).optional(),
      submit: flag.optional(),
    }),
    run: ({ ledger, id, params: { evidence, submit = true } }) => {
      const dispute = get(ledger, "dispute", id);
      const given = evidence?.uncategorized_text ?? dispute.evidence.uncategorized_text;
      updateEvidence(ledger, dispute, { text: given, submits: submit });
      return dispute;
    },
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/disputes/:id/close",
    params: defineParams({}),
    run: ({ ledger, id }) => {
      const dispute = get(ledger, "dispute", id);
      closeDispute(ledger, dispute, "lost");
      return dispute;
    },
  }),
];

export const disputeEndpoints: readonly Endpoint[] = [
  ...disputes,
  defineEndpoint({
    method: "GET",
    path: "/v1/radar/early_fraud_warnings/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "radar.early_fraud_warning", id),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/radar/early_fraud_warnings",
    params: listParams(filters),
    run: ({ ledger, params: { charge, created, payment_intent, ...cursor } }) => {
      const wanted = { charge, created, payment_intent };
      const rows = listObjects(ledger, "radar.early_fraud_warning").filter((row) => matches(row, wanted));
      return paginate(rows, { url: "/v1/radar/early_fraud_warnings", cursor });
    },
  }),
];
