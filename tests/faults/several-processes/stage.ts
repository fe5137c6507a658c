/** Several processes of the built product behind a balancer, and everything outside that they share. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { openStore } from "~/models/store/open-store";
import type { Store } from "~/models/store/store";
import { startSandbox } from "../../../sandbox/server";
import { startBalancer, type Balancer } from "../../support/balancer";
import { endProcess } from "../../support/child-process";
import { startMailServer, type MailServer } from "../../support/mail-server";
import { startProduct, type Product } from "../../support/product";

const KEYS = { secretKey: "sk_test_load", publishableKey: "pk_test_load" };
const WEBHOOK_SECRET = "whsec_load";

export interface Shared {
  databaseUrl: string;
  redisUrl: string;
}

export interface LoadStage {
  /** Where the balancer listens. */
  url: string;
  /** Works with the database, past the product. */
  store: Store;
  /** Calls the payment provider, past the product. */
  stripe: Stripe;
  mails: MailServer;
  /** The ids of the webhooks that the accounts' endpoint has received. */
  received: Set<string>;
  receiverUrl: string;
  /** The running processes. */
  products(): readonly Product[];
  /** Ends a process without a chance to finish anything. */
  kill(place: number): Promise<void>;
  /** Starts the process again that was killed. */
  revive(place: number): Promise<void>;
  /** Lets every process finish, and ends it. Returns their output. */
  stopProducts(): Promise<string>;
  close(): Promise<void>;
}

interface StageOptions extends Shared {
  /** How many programs are started, each with a data folder of its own, as on a host of its own. */
  hosts: number;
  /** Further settings of each. */
  environment?: Record<string, string>;
}

export async function openStage({ hosts, environment = {}, ...shared }: StageOptions): Promise<LoadStage> {
  const folder = mkdtempSync(join(tmpdir(), "load-"));
  const [balancer, mails, receiver] = [await startBalancer(), await startMailServer(), await startReceiver()];
  const url = `http://localhost:${balancer.port}`;
  const webhook = { url: `${url}/api/webhook/stripe`, secret: WEBHOOK_SECRET };
  const sandbox = await startSandbox({ file: join(folder, "provider.json"), ...KEYS, webhook });
  const settings = {
    ...toSettings(shared, { url, mailUrl: mails.url, sandboxPort: sandbox.port }),
    ...environment,
  };
  const start = (place: number) =>
    startProduct({ ...settings, DATA_DIR: makeFolder(folder, `host-${place}`) });
  const products = await Promise.all(Array.from({ length: hosts }, (_, place) => start(place)));
  balance(balancer, products);
  const store = await openStore(shared.databaseUrl);
  const outputs: string[] = [];
  const stopProducts = async () => {
    await Promise.all(products.map((product) => product.stop()));
    return [...outputs, ...products.map((product) => product.output())].join("\n");
  };
  const provider = { host: "127.0.0.1", port: sandbox.port, protocol: "http" } as const;
  return {
    url,
    store,
    stripe: new Stripe(KEYS.secretKey, { ...provider, telemetry: false }),
    mails,
    received: receiver.received,
    receiverUrl: receiver.url,
    products: () => products,
    async kill(place) {
      const product = products[place];
      if (!product) return;
      await endProcess(product.process, "SIGKILL");
      outputs.push(product.output());
    },
    async revive(place) {
      products[place] = await start(place);
      balance(balancer, products);
    },
    stopProducts,
    async close() {
      await stopProducts();
      await store.close();
      await Promise.all([balancer.close(), mails.close(), sandbox.close(), closeServer(receiver.server)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function toSettings(
  { databaseUrl, redisUrl }: Shared,
  { url, mailUrl, sandboxPort }: { url: string; mailUrl: string; sandboxPort: number },
) {
  return {
    APP_URL: url,
    APP_SECRET: "the same secret for every process",
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SMTP_URL: mailUrl,
    STRIPE_SECRET_KEY: KEYS.secretKey,
    STRIPE_PUBLISHABLE_KEY: KEYS.publishableKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: `http://127.0.0.1:${sandboxPort}`,
    WEBHOOKS_TO_PRIVATE_NETWORKS: "on",
    // Each request comes from an IP of its own, which the balancer's header names.
    TRUST_PROXY_HOPS: "1",
    LOG_LEVEL: "warn",
  };
}

function makeFolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

function balance(balancer: Balancer, products: readonly Product[]): void {
  balancer.balance(products.map(({ port }) => port));
}

/** Receives the webhooks of accounts. */
async function startReceiver() {
  const received = new Set<string>();
  const server = createServer((request, response) => {
    const id = request.headers["webhook-id"];
    if (typeof id === "string") received.add(id);
    request.resume().on("end", () => response.end("ok"));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { server, received, url };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
