/** Stripe as setup sees it: an account, and the payment sandbox for all else, on one port of this machine. */
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { runSandbox, SECRET_KEY } from "./stripe-sandbox";

export interface StripeAccount {
  url: string;
  secretKey: string;
  /** Whether the company is verified. */
  takesPayments: boolean;
  listPriceKeys(): Promise<(string | null)[]>;
  close(): Promise<void>;
}

export async function startStripeAccount(): Promise<StripeAccount> {
  const sandbox = await runSandbox();
  const server = createServer((incoming, outgoing) => {
    const isAccount =
      incoming.url === "/v1/account" && incoming.headers.authorization === `Bearer ${SECRET_KEY}`;
    if (isAccount) answerAccount(outgoing, account.takesPayments);
    else forward(incoming, outgoing, sandbox.port);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const account: StripeAccount = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secretKey: SECRET_KEY,
    takesPayments: true,
    async listPriceKeys() {
      const { data } = await sandbox.stripe.prices.list({ active: true, limit: 100 });
      return data.map((price) => price.lookup_key).sort();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await sandbox.close();
    },
  };
  return account;
}

function answerAccount(outgoing: ServerResponse, takesPayments: boolean): void {
  const settings = { dashboard: { display_name: "Acme Ltd", timezone: "Etc/UTC" } };
  outgoing.writeHead(200, { "Content-Type": "application/json" });
  outgoing.end(JSON.stringify({ id: "acct_1", object: "account", charges_enabled: takesPayments, settings }));
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming;
  const passed = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(passed);
}
