/** A master and a customer in a running product, and how one acts as the other. */
import type { OpenStore } from "~/models/store/database";
import { createBrowser, createApiClient, type Browser, type Call } from "./clients";
import { makeTestUser, type TestUser } from "./users";
import type { Product } from "./product";
import { openProductStore } from "./product-store";

export const REASON = "The invoice of May looks wrong";

export interface Caller extends TestUser {
  call: Call;
  browser: Browser;
}

export interface Stage {
  store: OpenStore;
  /** Creates a user of this role with a plan, an API client and a browser. */
  person(permission: Parameters<typeof makeTestUser>[1]["permission"]): Promise<Caller>;
  /** Creates a user who allows support to sign in. */
  customer(): Promise<Caller>;
  close(): Promise<void>;
}

export async function openStage(product: Product): Promise<Stage> {
  const store = await openProductStore(product);
  const createUserRow: Stage["person"] = async (permission) => {
    const made = await makeTestUser(store, { permission, isVerified: true, subscription: "active" });
    const ownBrowser = createBrowser(product);
    ownBrowser.cookies.set("session", made.cookie);
    return { ...made, call: createApiClient(product, made.token), browser: ownBrowser };
  };
  return {
    store,
    person: createUserRow,
    async customer() {
      const customer = await createUserRow("owner");
      await customer.call("PATCH", "/api/user", { support_enabled: true });
      return customer;
    },
    close: () => store.close(),
  };
}

/** Requests to act as `customer`, and returns the token. */
export async function askFor(master: Caller, customer: TestUser): Promise<string> {
  const { userId: user, accountId: account } = customer;
  const answer = await master.call("POST", "/api/master/impersonation", { user, account, reason: REASON });
  if (answer.status !== 200)
    throw new Error(`requesting to act answered ${answer.status}: ${answer.message}`);
  return String(answer.data.token);
}

/** Acts as `customer` in an API client, and returns its calls. */
export async function actAs(product: Product, master: Caller, customer: TestUser): Promise<Call> {
  const answer = await master.call("POST", "/api/auth/impersonate", {
    token: await askFor(master, customer),
  });
  if (answer.status !== 200) throw new Error(`acting answered ${answer.status}: ${answer.message}`);
  return createApiClient(product, String(answer.data.token));
}

/** Acts as `customer` in the master's browser, by the forms, without scripts. */
export async function actInBrowser(master: Caller, customer: TestUser): Promise<Browser> {
  const { userId: user, accountId: account } = customer;
  const asked = await master.browser.post("/master/impersonate", { user, account, reason: REASON });
  const token = new URL(asked.location ?? "", "http://own.invalid").searchParams.get("token") ?? "";
  const started = await master.browser.post("/signin/impersonate", { token });
  if (started.location !== "/dashboard") throw new Error(`acting led to ${started.location}`);
  return master.browser;
}
