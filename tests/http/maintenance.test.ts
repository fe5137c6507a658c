/** Maintenance: the product is closed to everyone but masters. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sessionEntity } from "~/models/session.server";
import { userEntity } from "~/models/user.server";
import { auditEntity } from "~/models/audit.server";
import { OPERATIONS } from "~/services/operations.server";
import type { SiteResponse } from "~/services/master/site.server";
import { createApiClient, createBrowser, PASSWORD } from "../support/clients";
import { actInBrowser, openStage, type Caller, type Stage } from "../support/impersonation";
import { startProduct, type Product } from "../support/product";

let product: Product;
let stage: Stage;
let master: Caller;
let member: Caller;
beforeAll(async () => {
  product = await startProduct();
  stage = await openStage(product);
  [master, member] = [await stage.person("master"), await stage.person("owner")];
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

const readSite = async () => (await master.call("GET", "/api/master/site")).data as unknown as SiteResponse;
const listActions = async () =>
  (await stage.store.find(auditEntity, { accountId: master.accountId })).map(({ action }) => action);

async function setMaintenance(isOn: boolean) {
  const { revision } = (await readSite()).maintenance;
  return master.call("PUT", "/api/master/site/maintenance", {
    state: isOn ? "closed" : "open",
    confirm: isOn,
    revision,
  });
}
describe("maintenance", () => {
  afterEach(async () => {
    if ((await readSite()).maintenance.state === "closed") await setMaintenance(false);
  });

  test("maintenance must be confirmed, and is recorded with its end", async () => {
    const { revision } = (await readSite()).maintenance;
    const unconfirmed = { state: "closed", revision };
    expect(await master.call("PUT", "/api/master/site/maintenance", unconfirmed)).toMatchObject({
      status: 400,
      body: { inputError: "confirm" },
    });
    expect((await setMaintenance(true)).status).toBe(200);
    expect((await setMaintenance(false)).status).toBe(200);
    expect(await listActions()).toEqual(expect.arrayContaining(["maintenance_started", "maintenance_ended"]));
  });

  test.each(["/", "/dashboard", "/signup", "/api/docs", "/no/such/page", "/account/users/export"])(
    "%s answers 503 with a page in the reader's language and with Retry-After",
    async (path) => {
      await setMaintenance(true);
      for (const [browser, language] of [
        [member.browser, "en"],
        [createBrowser(product), "es"],
      ] as const) {
        const answer = await browser.get(path, { "Accept-Language": language });
        expect(answer.status).toBe(503);
        expect(answer.headers.get("Retry-After")).toBe("300");
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
        expect(answer.html).toContain(
          language === "es" ? "Estamos en mantenimiento" : "doing some maintenance",
        );
        expect(answer.html).not.toContain("<script");
      }
    },
  );

  test("every call but signing in answers 503 as JSON, also with an API key that does not exist", async () => {
    await setMaintenance(true);
    const callers = [member.call, createApiClient(product), createApiClient(product, "gw_live_nothing")];
    for (const { method, path } of OPERATIONS.filter((one) => !one.path.startsWith("/api/auth"))) {
      const answers = await Promise.all(callers.map((call) => call(method, path.replace(/:\w+/g, "x"))));
      for (const { status, headers, message } of answers) {
        expect([method, path, status]).toEqual([method, path, 503]);
        expect(headers.get("Retry-After")).toBe("300");
        expect(message).toContain("maintenance");
      }
    }
  });

  test("a form and a data request of an open page are refused, and nothing changes", async () => {
    await setMaintenance(true);
    const before = await stage.store.findOne(userEntity, { id: member.userId });
    const fields = { intent: "change-name", name: "Changed" };
    expect((await member.browser.post("/account/profile", fields)).status).toBe(503);
    expect((await member.browser.post("/account/profile.data", fields)).status).toBe(503);
    expect((await member.browser.get("/account/profile.data")).headers.get("Content-Type")).toContain("json");
    expect(await stage.store.findOne(userEntity, { id: member.userId })).toEqual(before);
  });

  test("masters go on, see that it is on, and open the product by the page", async () => {
    await setMaintenance(true);
    const page = await master.browser.get("/master/site");
    expect(page.status).toBe(200);
    expect(page.html).toContain("only operators can sign in");
    const { revision } = (await readSite()).maintenance;
    const fields = { intent: "maintenance", state: "open", revision: String(revision) };
    expect((await master.browser.post("/master/site", fields)).status).toBe(302);
    expect((await member.browser.get("/dashboard")).status).toBe(200);
  });

  test("a master who acts as a user can end that", async () => {
    const [acting, customer] = [await stage.person("master"), await stage.customer()];
    await actInBrowser(acting, customer);
    await setMaintenance(true);
    expect((await acting.browser.get("/dashboard")).status).toBe(200);
    expect((await acting.browser.post("/impersonation/end", {})).location).not.toBeNull();
  });

  test("health checks and the payment provider's webhook answer, and the language can be chosen", async () => {
    await setMaintenance(true);
    for (const path of ["/health/live", "/health/ready"])
      expect((await fetch(product.url + path)).status, path).toBe(200);
    const webhook = await fetch(`${product.url}/api/webhook/stripe`, { method: "POST", body: "{}" });
    expect(webhook.status).toBe(400);
    const browser = createBrowser(product);
    expect((await browser.post("/preferences", { locale: "es", return_to: "/dashboard" })).status).toBe(302);
    expect((await browser.get("/dashboard")).html).toContain("Estamos en mantenimiento");
  });

  test("a master signs in; a user with the right password is refused with 503, and gets no session", async () => {
    const sign = { name: "Ada", password: PASSWORD, confirm_password: PASSWORD };
    for (const email of ["boss@example.com", "ada@example.com"])
      await createApiClient(product)("POST", "/api/account", { ...sign, email });
    const boss = await stage.store.find(userEntity, { email: "boss@example.com" });
    const ada = await stage.store.find(userEntity, { email: "ada@example.com" });
    for (const { id } of boss) await stage.store.update(userEntity, { id }, { isMaster: true });
    await setMaintenance(true);
    const page = await createBrowser(product).get("/signin");
    expect(page.status).toBe(200);
    expect(page.html).toContain("only operators can sign in");
    const sessions = await stage.store.count(sessionEntity, { userId: ada[0]?.id ?? "" });
    const signIn = (email: string) =>
      createApiClient(product)("POST", "/api/auth", { email, password: PASSWORD });
    expect((await signIn("ada@example.com")).status).toBe(503);
    expect(await stage.store.count(sessionEntity, { userId: ada[0]?.id ?? "" })).toBe(sessions);
    expect((await signIn("boss@example.com")).status).toBe(200);
  });
});
