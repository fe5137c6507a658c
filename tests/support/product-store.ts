/** The database of a running product, for tests that write and read rows directly. */
import { openStore } from "~/models/store/open-store";
import type { OpenStore } from "~/models/store/database";
import type { Product } from "./product";

/** Close it before the product is stopped. */
export function openProductStore({ dataDir }: Pick<Product, "dataDir">): Promise<OpenStore> {
  return openStore(`sqlite:${dataDir}/app.db`);
}
