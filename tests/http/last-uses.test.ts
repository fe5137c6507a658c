/** When each way in was last used: on the page about security, and in the export. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInUseEntity } from "~/models/sign-in-use.server";
import { createApiClient, createBrowserWithSession, PASSWORD } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { openMagic, requestMagicToken } from "../support/links";
import { startProduct, type Product } from "../support/product";
import { makeSession } from "../support/users";

let product: Product;
let credentials: Credentials;
beforeAll(async () => {
  product = await startProduct({ TRUST_PROXY_HOPS: "1" });
  credentials = await openCredentials(product);
});
afterAll(async () => {
  await credentials.close();
  await product.stop();
});

const LONG_AGO = new Date("2024-03-04T05:06:00Z");

test("a sign-in is the last use of its way alone, and a later one replaces it", async () => {
  const { email, userId, script } = await credentials.signedIn();
  const list = async () => {
    const rows = await credentials.store.find(signInUseEntity, { userId });
    return rows.map(({ factor, lastUsedAt }) => [factor, lastUsedAt > LONG_AGO]);
  };
  expect(await list()).toEqual([]);

  await createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });
  expect(await list()).toEqual([["password", true]]);

  await credentials.store.update(signInUseEntity, { userId }, { lastUsedAt: LONG_AGO });
  await openMagic(createApiClient(product), await requestMagicToken(product, email));
  expect(Object.fromEntries(await list())).toEqual({ password: false, link: true });

  await createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });
  expect(Object.fromEntries(await list())).toEqual({ password: true, link: true });
  const { body } = await script("GET", "/api/user/export");
  const { sign_ins: exported } = (body as { data: { sign_ins: { by: string }[] } }).data;
  expect(exported.map(({ by }) => by).sort()).toEqual(["link", "password"]);
});

test("the page names the last use of the password and of the link, and none where none is known", async () => {
  const person = await credentials.signedIn();
  const cookie = await makeSession(credentials.store, { ...person, kind: "browser" });
  const visitor = createBrowserWithSession(product, cookie);
  expect((await visitor.get("/account/security")).html).not.toContain("Last used");

  for (const factor of ["password", "link"] as const) {
    const row = { id: `${person.userId.slice(0, 28)}${factor}`, userId: person.userId, factor };
    await credentials.store.insert(signInUseEntity, { ...row, lastUsedAt: LONG_AGO });
  }
  const { html } = await visitor.get("/account/security");
  expect(html.match(/Last used <time dateTime="2024-03-04T05:06:00.000Z"/gi)).toHaveLength(2);
  expect(html).toContain(`A link to ${person.email} always signs you in.`);
});
