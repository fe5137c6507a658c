/** Products, to which prices belong. */
import { z } from "zod";
import { endpoint, type Endpoint } from "../http/endpoint";
import { invalidRequest } from "../http/errors";
import { isWithin, pageOf } from "../http/list";
import { emptyable, flag, listParams, metadata, params, range, text } from "../http/params";
import { all, change, find, get, insert, tell, type Ledger } from "../ledger";
import type { Product } from "../objects";
import { newId, PREFIX_OF } from "../state/ids";
import { mergeMetadata, onlyGiven } from "./changes";

const shape = {
  active: flag.optional(),
  description: emptyable(text).optional(),
  metadata: emptyable(metadata).optional(),
  statement_descriptor: text.optional(),
  unit_label: emptyable(text).optional(),
  url: emptyable(text).optional(),
};
type Details = z.output<z.ZodObject<typeof shape>> & { name?: string | undefined };

export const productEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/v1/products",
    params: params({ ...shape, name: text, id: text.optional() }),
    run: ({ ledger, params: given }) => createProduct(ledger, given),
  }),
  endpoint({
    method: "GET",
    path: "/v1/products/:id",
    params: params({}),
    run: ({ ledger, id }) => get(ledger, "product", id),
  }),
  endpoint({
    method: "POST",
    path: "/v1/products/:id",
    params: params({ ...shape, name: text.optional() }),
    run: ({ ledger, id, params: given }) => {
      const product = get(ledger, "product", id);
      change(ledger, product, {
        event: "product.updated",
        to: { ...changesOf(product, given), updated: ledger.now() },
      });
      return product;
    },
  }),
  endpoint({
    method: "GET",
    path: "/v1/products",
    params: listParams({ active: flag.optional(), created: range.optional(), ids: z.array(text).optional() }),
    run: ({ ledger, params: { active, created, ids, ...cursor } }) => {
      const rows = all(ledger, "product").filter(
        (row) =>
          (active === undefined || row.active === active) &&
          isWithin(row.created, created) &&
          (ids === undefined || ids.includes(row.id)),
      );
      return pageOf(rows, { url: "/v1/products", cursor });
    },
  }),
];

/** Creates a product. Throws 400 resource_already_exists when the id that the caller chose is taken. */
export function createProduct(
  ledger: Ledger,
  { id, name, ...given }: Details & { id?: string | undefined; name: string },
): Product {
  if (id !== undefined && find(ledger, "product", id)) {
    throw invalidRequest("Product already exists.", { code: "resource_already_exists", param: "id" });
  }
  const product: Product = {
    id: id ?? newId(PREFIX_OF.product),
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
  Object.assign(product, changesOf(product, given));
  insert(ledger, "product", product);
  tell(ledger, "product.created", { object: product });
  return product;
}

function changesOf(product: Product, { metadata: labels, ...plain }: Details): Partial<Product> {
  return {
    ...onlyGiven(plain),
    ...(labels !== undefined && { metadata: mergeMetadata(product.metadata, labels) }),
  };
}
