/** The database of a running product, for tests that write and read rows directly. */
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import type { Product } from "./product";

/** Close it before the product is stopped. */
export function openProductStore({ dataDir }: Pick<Product, "dataDir">): Promise<Store> {
  return openStore(`sqlite:${dataDir}/app.db`);
}
