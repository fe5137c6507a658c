/**
 * A reverse proxy as simple as one can be: it asks each product for its health every two seconds, and sends a request once,
 * to the next one that was ready. So it loses what a product refuses, and whatever is on a connection that breaks.
 */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const ASK_EVERY_MS = 2000;

export interface HealthBalancer {
  port: number;
  /** The ports that were ready when they were last asked. */
  ready(): number[];
  close(): Promise<void>;
}

export async function startHealthBalancer(ports: readonly number[]): Promise<HealthBalancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(ports);
  const ask = (port: number) =>
    fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { Connection: "close" } })
      .then(({ ok }) => ok)
      .catch(() => false)
      .then((isReady) => (isReady ? ready.add(port) : ready.delete(port)));
  const asking = setInterval(() => ports.forEach((port) => void ask(port)), ASK_EVERY_MS);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const port = [...ready][turn % ready.size];
    if (port === undefined) outgoing.writeHead(502).end();
    else forward({ incoming, outgoing, port, agent });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    ready: () => [...ready],
    async close() {
      clearInterval(asking);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  port: number;
  agent: Agent;
}

function forward({ incoming, outgoing, port, agent }: Exchange): void {
  const { method, url: path, headers } = incoming;
  const onward = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on("error", () => outgoing.destroy());
  });
  onward.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  incoming.pipe(onward);
}
