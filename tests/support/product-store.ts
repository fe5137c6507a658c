/** The database of a running product, beside the product: what tests put into it, and what they find there. */
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import type { Product } from "./product";

/** Close it before the product is stopped. */
export function openStoreOf({ dataDir }: Pick<Product, "dataDir">): Promise<Store> {
  return openStore(`sqlite:${dataDir}/app.db`);
}
