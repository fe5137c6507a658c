/** Products, to which prices belong. */
import * as z from "zod";
import { defineEndpoint, type Endpoint } from "../http/endpoint";
import { createInvalidRequestError } from "../http/errors";
import { isInRange, paginate } from "../http/list";
import { allowEmpty, flag, listParams, metadata, defineParams, range, text } from "../http/params";
import { listObjects, change, find, get, insert, queueWebhook, type Ledger } from "../ledger";
import type { Product } from "../objects";
import { createId, ID_PREFIXES } from "../state/ids";
import { mergeMetadata, omitUndefined } from "./changes";

export const taxCode = z.string().regex(/^txcd_\d{8}$/, "Invalid tax code");

const shape = {
  active: flag.optional(),
  description: allowEmpty(text).optional(),
  metadata: allowEmpty(metadata).optional(),
  statement_descriptor: text.optional(),
  tax_code: allowEmpty(taxCode).optional(),
  unit_label: allowEmpty(text).optional(),
  url: allowEmpty(text).optional(),
};
type Details = z.output<z.ZodObject<typeof shape>> & { name?: string };

export const productEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    method: "POST",
    path: "/v1/products",
    params: defineParams({ ...shape, name: text, id: text.optional() }),
    run: ({ ledger, params: given }) => createProduct(ledger, given),
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/products/:id",
    params: defineParams({}),
    run: ({ ledger, id }) => get(ledger, "product", id),
  }),
  defineEndpoint({
    method: "POST",
    path: "/v1/products/:id",
    params: defineParams({ ...shape, name: text.optional() }),
    run: ({ ledger, id, params: given }) => {
      const product = get(ledger, "product", id);
      change(ledger, product, {
        event: "product.updated",
        to: { ...toProductChanges(product, given), updated: ledger.now() },
      });
      return product;
    },
  }),
  defineEndpoint({
    method: "GET",
    path: "/v1/products",
    params: listParams({ active: flag.optional(), created: range.optional(), ids: z.array(text).optional() }),
    run: ({ ledger, params: { active, created, ids, ...cursor } }) => {
      const rows = listObjects(ledger, "product").filter(
        (row) =>
          (active === undefined || row.active === active) &&
          isInRange(row.created, created) &&
          (ids === undefined || ids.includes(row.id)),
      );
      return paginate(rows, { url: "/v1/products", cursor });
    },
  }),
];

/** Creates a product. Throws 400 resource_already_exists when the id that the caller chose is taken. */
export function createProduct(
  ledger: Ledger,
  { id, name, ...given }: Details & { id?: string; name: string },
): Product {
  if (id !== undefined && find(ledger, "product", id)) {
    throw createInvalidRequestError("Product already exists.", {
      code: "resource_already_exists",
      param: "id",
    });
  }
  const product: Product = {
    id: id ?? createId(ID_PREFIXES.product),
    object: "product",
    active: true,
    created: ledger.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: ledger.now(),
    url: null,
  };
  Object.assign(product, toProductChanges(product, given));
  insert(ledger, "product", product);
  queueWebhook(ledger, "product.created", { object: product });
  return product;
}

function toProductChanges(product: Product, { metadata: labels, ...plain }: Details): Partial<Product> {
  return {
    ...omitUndefined(plain),
    ...(labels !== undefined && { metadata: mergeMetadata(product.metadata, labels) }),
  };
}
