/** Twenty requests a second, a third of them with a body, and what became of each. */
import { Agent, request } from "node:http";

const EVERY_MS = 50;
const TIMEOUT_MS = 15_000;
/** Long enough that a body is often on its way when a process stops. */
const BODY = JSON.stringify({
  email: "nobody@example.com",
  password: "wrong password!",
  padding: "x".repeat(20_000),
});

interface Probed {
  sent: number;
  /** The requests that failed: answered by 5xx of the proxy or the product, or not at all. */
  failures: string[];
}

/** Sends until `stop`, which waits for all answers. */
export function startProbe(port: number): { stop(): Promise<Probed> } {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<string | null>[] = [];
  const sending = setInterval(() => answers.push(ask(port, agent, answers.length % 3 === 0)), EVERY_MS);
  return {
    async stop() {
      clearInterval(sending);
      const failures = (await Promise.all(answers)).filter((failure) => failure !== null);
      agent.destroy();
      return { sent: answers.length, failures };
    },
  };
}

/** Null when the product has answered. */
function ask(port: number, agent: Agent, hasBody: boolean): Promise<string | null> {
  const [method, path] = hasBody ? ["POST", "/api/auth"] : ["GET", "/signin"];
  const headers = hasBody ? { "Content-Type": "application/json", "Content-Length": BODY.length } : {};
  return new Promise((resolve) => {
    const fail = (why: string) => resolve(`${method} ${path}: ${why}`);
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (answer) => {
      const status = answer.statusCode ?? 0;
      answer.resume();
      answer.on("end", () => (status < 500 ? resolve(null) : fail(String(status))));
      answer.on("error", (error) => fail(error.message));
    });
    sent.setTimeout(TIMEOUT_MS, () => sent.destroy(new Error("no answer")));
    sent.on("error", (error) => fail(error.message));
    sent.end(hasBody ? BODY : undefined);
  });
}
