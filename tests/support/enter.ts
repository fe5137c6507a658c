/** Users who are already signed in when their browser opens. */
import type { Browser, BrowserContextOptions } from "playwright";
import { visit, type Visit } from "./chromium";
import { insertUser } from "./inserted-users";
import type { Product } from "./product";
import { openProductStore } from "./product-store";
import { makeSession } from "./users";

/** Inserts a user on the free plan, and opens a browser with a session of theirs. */
export async function enter(
  { browser, product, options }: { browser: Browser; product: Product; options?: BrowserContextOptions },
  email: string,
): Promise<Visit> {
  const cookie = await createSessionCookie(product, email);
  const visitor = await visit(browser, product, options);
  await visitor.page.context().addCookies([cookie]);
  return visitor;
}

/** Inserts a user on the free plan, and returns the cookie of a session of theirs. */
export async function createSessionCookie(
  product: Product,
  email: string,
): Promise<{ name: string; value: string; url: string }> {
  const store = await openProductStore(product);
  const user = await insertUser(store, email, { subscription: "active" });
  const value = await makeSession(store, { ...user, kind: "browser" });
  await store.close();
  return { name: "session", value, url: product.url };
}
