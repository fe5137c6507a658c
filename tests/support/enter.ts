/** Users who are already signed in when their browser opens. */
import type { Browser, BrowserContextOptions } from "playwright";
import { createUserOnFreePlan } from "./clients";
import { visit, type Visit } from "./chromium";
import { makeSession, getMembership } from "./users";
import type { Product } from "./product";
import { openProductStore } from "./product-store";

/** Signs up over HTTP, on the free plan, and opens a browser with a session. */
export async function enter(
  { browser, product, options }: { browser: Browser; product: Product; options?: BrowserContextOptions },
  email: string,
): Promise<Visit> {
  const cookie = await createSessionCookie(product, email);
  const visitor = await visit(browser, product, options);
  await visitor.page.context().addCookies([cookie]);
  return visitor;
}

/** Signs up over HTTP, on the free plan, and returns the cookie of a new session. */
export async function createSessionCookie(
  product: Product,
  email: string,
): Promise<{ name: string; value: string; url: string }> {
  await createUserOnFreePlan(product, email);
  const store = await openProductStore(product);
  const value = await makeSession(store, { ...(await getMembership(store, email)), kind: "browser" });
  await store.close();
  return { name: "session", value, url: product.url };
}
