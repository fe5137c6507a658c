/** Users who are already signed in when their browser opens. */
import type { Browser, BrowserContextOptions } from "playwright";
import type { Store } from "~/models/store/store";
import { userEntity } from "~/models/user.server";
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
  await freeEmail(store, email);
  const user = await insertUser(store, email, { subscription: "active" });
  const value = await makeSession(store, { ...user, kind: "browser" });
  await store.close();
  return { name: "session", value, url: product.url };
}

/** A test that is repeated begins with another user of the same email. */
async function freeEmail(store: Store, email: string): Promise<void> {
  const user = await store.findOne(userEntity, { emailClaim: email });
  if (!user) return;
  const former = `${user.id}@example.com`;
  await store.update(userEntity, { id: user.id }, { email: former, emailClaim: former });
}
