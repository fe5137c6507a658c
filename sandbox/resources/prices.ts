/** Prices of a product: an amount or tiers, one-time or recurring, found by lookup key. */
import * as z from "zod";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError, createMissingParameterError } from "../http/errors";
import type { Includables } from "../http/expand";
import { isInRange, paginate } from "../http/list";
import {
  amount,
  currency,
  decimal,
  allowEmpty,
  flag,
  integer,
  listParams,
  metadata,
  defineParams,
  range,
  text,
} from "../http/params";
import { toPlan } from "../billing/amounts";
import { listObjects, change, get, getReferenced, insert, queueWebhook, type Ledger } from "../ledger";
import { getId, type Price, type PriceTier } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";
import { mergeMetadata, omitUndefined } from "./changes";
import { createProduct, taxCode } from "./products";

const tier = z.strictObject({
  up_to: z.union([z.literal("inf").transform(() => null), integer]),
  unit_amount: amount.optional(),
  unit_amount_decimal: decimal.optional(),
  flat_amount: amount.optional(),
  flat_amount_decimal: decimal.optional(),
});

const recurring = z.strictObject({
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: integer.pipe(z.number().min(1)).optional(),
  meter: text.optional(),
  usage_type: z.enum(["licensed", "metered"]).optional(),
});

const labels = {
  active: flag.optional(),
  lookup_key: allowEmpty(text).optional(),
  nickname: allowEmpty(text).optional(),
  tax_behavior: z.enum(["exclusive", "inclusive", "unspecified"]).optional(),
  transfer_lookup_key: flag.optional(),
};

const newPrice = defineParams({
  ...labels,
  billing_scheme: z.enum(["per_unit", "tiered"]).optional(),
  currency,
  metadata: metadata.optional(),
  product: text.optional(),
  product_data: z
    .strictObject({
      name: text,
      id: text.optional(),
      metadata: metadata.optional(),
      tax_code: taxCode.optional(),
    })
    .optional(),
  recurring: recurring.optional(),
  tiers: z.array(tier).optional(),
  tiers_mode: z.enum(["graduated", "volume"]).optional(),
  unit_amount: amount.optional(),
  unit_amount_decimal: decimal.optional(),
});
type NewPrice = z.output<typeof newPrice>;

export const priceEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/prices",
    params: newPrice,
    run: ({ ledger, params: given }) => createPrice(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/prices/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "price", id),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/prices/:id",
    params: defineParams({ ...labels, metadata: allowEmpty(metadata).optional() }),
    run: ({ ledger, id, params: { transfer_lookup_key: transfer, metadata: given, ...plain } }) => {
      const price = get(ledger, "price", id);
      requireTaxBehavior(price, plain.tax_behavior);
      claimLookupKey(ledger, { key: plain.lookup_key, by: price.id, transfer });
      const to = {
        ...omitUndefined(plain),
        ...(given !== undefined && { metadata: mergeMetadata(price.metadata, given) }),
      };
      change(ledger, price, { event: "price.updated", to });
      renewInItems(ledger, price);
      return price;
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/prices",
    params: listParams({
      active: flag.optional(),
      created: range.optional(),
      currency: currency.optional(),
      lookup_keys: z.array(text).max(10).optional(),
      product: text.optional(),
      type: z.enum(["one_time", "recurring"]).optional(),
    }),
    run: ({
      ledger,
      params: { active, created, currency: money, lookup_keys: keys, product, type, ...cursor },
    }) => {
      const rows = listObjects(ledger, "price").filter(
        (row) =>
          isInRange(row.created, created) &&
          (active === undefined || row.active === active) &&
          (money === undefined || row.currency === money) &&
          (keys === undefined || (row.lookup_key !== null && keys.includes(row.lookup_key))) &&
          (product === undefined || getId(row.product) === product) &&
          (type === undefined || row.type === type),
      );
      return paginate(rows, { url: "/v1/prices", cursor });
    },
  }),
];

export const priceIncludables: Includables = {
  "price.tiers": (ledger, id) => structuredClone(ledger.state.tiers[id] ?? []),
};

function createPrice(ledger: Ledger, given: NewPrice): Price {
  const scheme = given.billing_scheme ?? "per_unit";
  const tiers = scheme === "tiered" ? toTiers(given) : null;
  const unit = scheme === "tiered" ? { unit_amount: null, unit_amount_decimal: null } : toUnitAmount(given);
  const id = createId(ID_PREFIXES.price);
  const product = prepareProduct(ledger, given);
  claimLookupKey(ledger, { key: given.lookup_key, by: id, transfer: given.transfer_lookup_key });
  const price: Price = {
    id,
    object: "price",
    active: given.active ?? true,
    billing_scheme: scheme,
    created: ledger.now(),
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: mergeMetadata(null, given.metadata ?? {}),
    nickname: given.nickname ?? null,
    product: product(),
    recurring: given.recurring ? toRecurring(given.recurring) : null,
    tax_behavior: given.tax_behavior ?? "unspecified",
    tiers_mode: tiers ? (given.tiers_mode ?? null) : null,
    transform_quantity: null,
    type: given.recurring ? "recurring" : "one_time",
    ...unit,
  };
  insert(ledger, "price", price);
  if (tiers) ledger.state.tiers[price.id] = tiers;
  queueWebhook(ledger, "price.created", { object: price });
  return price;
}

/** It is set once. Throws 400 for another one. */
function requireTaxBehavior({ tax_behavior: present }: Price, given: string | undefined): void {
  if (given === undefined || present === null || present === "unspecified" || present === given) return;
  const message = `You cannot change \`tax_behavior\` of a price once it is \`${present}\`.`;
  throw createInvalidRequestError(message, { param: "tax_behavior" });
}

/** Checks the product now, and creates it (when it is part of the price) only after everything else has succeeded. */
function prepareProduct(ledger: Ledger, { product, product_data: data }: NewPrice): () => string {
  if (product !== undefined) {
    const found = getReferenced(ledger, "product", { id: product, param: "product" });
    return () => found.id;
  }
  if (!data) throw createMissingParameterError("product");
  return () => createProduct(ledger, data).id;
}

function toRecurring(given: z.output<typeof recurring>): NonNullable<Price["recurring"]> {
  return {
    interval: given.interval,
    interval_count: given.interval_count ?? 1,
    meter: given.meter ?? null,
    trial_period_days: null,
    usage_type: given.usage_type ?? "licensed",
  };
}

function toUnitAmount({ unit_amount: whole, unit_amount_decimal: fine }: NewPrice) {
  if (whole !== undefined) return { unit_amount: whole, unit_amount_decimal: String(whole) };
  if (fine === undefined) throw createMissingParameterError("unit_amount");
  return { unit_amount: parseWholeNumber(fine), unit_amount_decimal: fine };
}

function toTiers({ tiers, tiers_mode: mode }: NewPrice): PriceTier[] {
  if (!mode) throw createMissingParameterError("tiers_mode");
  if (!tiers?.length) throw createMissingParameterError("tiers");
  const isOrdered = tiers.every((each, index) => {
    const before = tiers[index - 1];
    return index === tiers.length - 1
      ? each.up_to === null
      : each.up_to !== null && each.up_to > (before?.up_to ?? 0);
  });
  if (!isOrdered)
    throw createInvalidRequestError("Tiers must rise, and the last one must have up_to=inf.", {
      param: "tiers",
    });
  return tiers.map((each) => ({
    up_to: each.up_to,
    ...toAmountFields("flat_amount", each.flat_amount, each.flat_amount_decimal),
    ...toAmountFields("unit_amount", each.unit_amount, each.unit_amount_decimal),
  }));
}

function toAmountFields<N extends "flat_amount" | "unit_amount">(name: N, whole?: number, fine?: string) {
  const text = whole === undefined ? (fine ?? null) : String(whole);
  return { [name]: text === null ? null : parseWholeNumber(text), [`${name}_decimal`]: text } as Record<
    N,
    number | null
  > &
    Record<`${N}_decimal`, string | null>;
}

/** A decimal that is not a whole number of cents has no integer form. */
function parseWholeNumber(text: string): number | null {
  return Number.isInteger(Number(text)) ? Number(text) : null;
}

/** A lookup key names one price. Throws 400 when another price has it and its transfer was not requested. */
function claimLookupKey(
  ledger: Ledger,
  { key, by, transfer }: { key: string | null | undefined; by: string; transfer: boolean | undefined },
): void {
  const holder = key
    ? listObjects(ledger, "price").find((price) => price.lookup_key === key && price.id !== by)
    : undefined;
  if (!holder) return;
  if (!transfer) {
    throw createInvalidRequestError(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      param: "lookup_key",
    });
  }
  change(ledger, holder, { event: "price.updated", to: { lookup_key: null } });
  renewInItems(ledger, holder);
}

/** Subscription items show the current state of their price. */
function renewInItems(ledger: Ledger, price: Price): void {
  for (const { items } of listObjects(ledger, "subscription")) {
    for (const item of items.data) {
      if (item.price.id === price.id)
        Object.assign(item, { price: structuredClone(price), plan: toPlan(price) });
    }
  }
}
