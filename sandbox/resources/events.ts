/** Events: what happened, with the objects as they were then. */
import { z } from "zod";
import { endpoint, type Endpoint } from "../http/endpoint";
import { isWithin, pageOf } from "../http/list";
import { flag, listParams, params, range, text } from "../http/params";
import { all, get } from "../ledger";

export const eventEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/v1/events/:id",
    params: params({}),
    run: ({ ledger, id }) => get(ledger, "event", id),
  }),
  endpoint({
    method: "GET",
    path: "/v1/events",
    params: listParams({
      created: range.optional(),
      delivery_success: flag.optional(),
      type: text.optional(),
      types: z.array(text).max(20).optional(),
    }),
    run: ({ ledger, params: { created, delivery_success: isDelivered, type, types, ...cursor } }) => {
      const wanted = type === undefined ? types : [type];
      const rows = all(ledger, "event").filter(
        (row) =>
          isWithin(row.created, created) &&
          (wanted === undefined || wanted.some((name) => fits(row.type, name))) &&
          (isDelivered === undefined || (row.pending_webhooks === 0) === isDelivered),
      );
      return pageOf(rows, { url: "/v1/events", cursor });
    },
  }),
];

/** `invoice.*` matches every event about invoices. */
function fits(type: string, name: string): boolean {
  return name.endsWith("*") ? type.startsWith(name.slice(0, -1)) : type === name;
}
