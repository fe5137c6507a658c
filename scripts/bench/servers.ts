/** The servers that are compared, with a signed-in user at each. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import {
  createApiClient,
  createBrowser,
  createVerifiedUser,
  PASSWORD,
  type Call,
} from "../../tests/support/clients";
import { addMembers } from "../../tests/support/members";
import { getMembership } from "../../tests/support/users";
import { startProduct, type Product } from "../../tests/support/product";
import { openProductStore } from "../../tests/support/product-store";
import { REFERENCE_TOKEN } from "./references/session-database.mjs";
import { startServer, type MeasuredServer, type ServerPlan } from "./server-process";

export const EMAIL = "grace@example.com";
export const SIGN_IN = { email: EMAIL, password: PASSWORD };

export interface Servers {
  product: MeasuredServer;
  remix: MeasuredServer;
  express: MeasuredServer;
  react: MeasuredServer;
  node: MeasuredServer;
}

export interface SignedIn {
  /** A browser's session cookie, and an API client's bearer token. */
  cookie: string;
  token: string;
}

/** The session of the reference applications. */
export const REFERENCE_COOKIE = `session=${REFERENCE_TOKEN}`;

/** How each server is started, with its data below `folder`. */
export function createServerPlans(folder: string): Record<keyof Servers, ServerPlan> {
  const createReferencePlan = (name: string, firstPage: string): ServerPlan => ({
    script: `scripts/bench/references/${name}.mjs`,
    dataDir: join(folder, name),
    firstPage,
  });
  return {
    product: { script: "build/server.js", dataDir: join(folder, "product"), firstPage: "/signin" },
    remix: createReferencePlan("remix", "/signin"),
    express: createReferencePlan("express-session", "/"),
    react: createReferencePlan("react-stream", "/signin"),
    node: createReferencePlan("node-http", "/"),
  };
}

/** As many as bare Remix's dashboard has. */
const LISTED_ROWS = 10;

/**
 * Creates a user with a plan in the product, by the steps that a user takes: sign-up, mail, verification, plan. The account
 * gets members and API keys. Returns one of the keys.
 */
export async function prepareUser(folder: string): Promise<string> {
  const product = await startProduct({ DATA_DIR: createServerPlans(folder).product.dataDir });
  try {
    const { call } = await createVerifiedUser(product, EMAIL);
    await choosePlan(call);
    return await fillLists(product, call);
  } finally {
    await product.stop();
  }
}

/** A plan with as many API keys as are listed. */
async function choosePlan(call: Call): Promise<void> {
  const { status, message } = await call("POST", "/api/account/plan", { plan: "pro", token: "tok_visa" });
  if (status !== 200) throw new Error(`choosing a plan answered ${status}: ${message}`);
}

async function fillLists(product: Product, call: Call): Promise<string> {
  let key = "";
  for (let n = 1; n <= LISTED_ROWS; n += 1) {
    const form = { name: `Key ${n}`, scope: ["users:read", "billing:read"], password: PASSWORD };
    const { status, message, data } = await call("POST", "/api/key", form);
    if (status !== 200) throw new Error(`creating a key answered ${status}: ${message}`);
    key = String(data.full_key);
  }
  const store = await openProductStore(product);
  try {
    const { userId, accountId } = await getMembership(store, EMAIL);
    // The user is the tenth.
    await addMembers(store, { accountId, like: userId, count: LISTED_ROWS - 1 });
  } finally {
    await store.close();
  }
  return key;
}

export async function startAll(folder: string): Promise<Servers> {
  const plans = createServerPlans(folder);
  return {
    product: await startServer(plans.product),
    remix: await startServer(plans.remix),
    express: await startServer(plans.express),
    react: await startServer(plans.react),
    node: await startServer(plans.node),
  };
}

/** Signs in as a browser and as an API client. */
export async function signIn(server: Pick<MeasuredServer, "url">): Promise<SignedIn> {
  const visitor = createBrowser(server);
  const page = await visitor.post("/signin", SIGN_IN);
  const session = visitor.cookies.get("session");
  if (!session) throw new Error(`signing in at /signin answered ${page.status}`);
  const answer = await createApiClient(server)("POST", "/api/auth", SIGN_IN);
  if (answer.status !== 200) throw new Error(`signing in at /api/auth answered ${answer.status}`);
  return { cookie: `session=${session}`, token: String(answer.data.token) };
}

/** Creates a folder for one run's data. The caller removes it. */
export function makeFolder(tmp: string): string {
  return mkdtempSync(join(tmp, "groundwork-bench-"));
}
