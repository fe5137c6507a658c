/** Users who are already signed in when their browser opens. */
import type { Browser, BrowserContextOptions } from "playwright";
import { createUserOnFreePlan } from "./clients";
import { visit, type Visit } from "./chromium";
import { makeSession, getMembership } from "./people";
import type { Product } from "./product";
import { openProductStore } from "./product-store";

/** Signs up over HTTP, on the free plan, and opens a browser with a session. */
export async function enter(
  { browser, product, options }: { browser: Browser; product: Product; options?: BrowserContextOptions },
  email: string,
): Promise<Visit> {
  await createUserOnFreePlan(product, email);
  const store = await openProductStore(product);
  const cookie = await makeSession(store, { ...(await getMembership(store, email)), kind: "browser" });
  await store.close();
  const visitor = await visit(browser, product, options);
  await visitor.page.context().addCookies([{ name: "session", value: cookie, url: product.url }]);
  return visitor;
}
