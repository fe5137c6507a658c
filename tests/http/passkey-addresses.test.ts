/** Where passkeys cannot work: a product at an IP, and passkeys that were made for another host. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { passkeyEntity } from "~/models/passkey.server";
import { PASSWORD } from "../support/clients";
import { openCredentials, type Credentials } from "../support/credentials";
import { findFreePort } from "../support/free-port";
import { addPasskey, signInByPasskey } from "../support/passkeys";
import { startProduct, type Product } from "../support/product";
import { shareProduct } from "../support/shared-product";

describe("a product whose APP_URL is an IP", () => {
  let product: Product;
  let credentials: Credentials;
  beforeAll(async () => {
    const port = await findFreePort();
    product = await startProduct({ PORT: String(port), APP_URL: `http://127.0.0.1:${port}` });
    credentials = await openCredentials(product);
  });
  afterAll(async () => {
    await credentials.close();
    await product.stop();
  });

  test("it has no button on the sign-in page, and its page about security names the address that would work", async () => {
    const person = await credentials.signedIn();
    const signIn = await person.visitor.get("/signin?again=1");
    expect([signIn.status, signIn.html.includes("Sign in with a passkey")]).toEqual([200, false]);
    expect(signIn.html).not.toContain("webauthn");
    const security = await person.visitor.get("/account/security");
    expect(security.html).toContain(`They work once APP_URL is http://localhost:${product.port}.`);
    expect(security.html).not.toContain("Add a passkey");
  });

  test("its calls say that passkeys do not work there, and the password does", async () => {
    const person = await credentials.signedIn();
    for (const [call, path] of [
      [person.script, "/api/user/passkeys/options"],
      [person.script, "/api/user/passkeys/confirmation"],
      [person.script, "/api/auth/passkey/options"],
    ] as const) {
      const { status, message } = await call("POST", path, { password: PASSWORD });
      expect([status, message]).toEqual([409, "Passkeys do not work at this address."]);
    }
    const signedIn = await person.script("POST", "/api/auth", { email: person.email, password: PASSWORD });
    expect(signedIn.status).toBe(200);
  });
});

test("a passkey of another host is listed as such, and neither signs in nor confirms", async () => {
  const product = await shareProduct();
  const credentials = await openCredentials(product);
  const person = await credentials.signedIn();
  const { authenticator, id } = await addPasskey(product, person.script, {
    optionFields: { password: PASSWORD },
  });
  await credentials.store.update(passkeyEntity, { id }, { rpId: "old.example.com" });
  const { data } = await person.script("GET", "/api/user/passkeys");
  expect(data).toMatchObject([{ host: "old.example.com", usable: false }]);
  expect((await person.visitor.get("/account/security")).html).toContain("For old.example.com only");
  expect((await signInByPasskey(product, authenticator)).status).toBe(401);
  expect((await person.script("POST", "/api/user/passkeys/confirmation", {})).status).toBe(409);
  expect((await person.script("DELETE", `/api/user/passkeys/${id}`, {})).status).toBe(200);
  await credentials.close();
});
