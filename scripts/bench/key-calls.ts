/**
 * `node --import tsx scripts/bench/key-calls.ts`: what a call with an API key costs, to the same call with a session's
 * token. It runs the built product without a server, and counts processor time, so that other work on the machine changes
 * little.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTestUser } from "../../tests/support/users";
import { bootBuiltProduct } from "./built-product";
import { calculateMedian } from "./statistics";

const ROUNDS = 25;
const CALLS_IN_ROUND = 200;
const PATHS = ["/api/account/subscription", "/api/account/users"];

const dataDir = mkdtempSync(join(tmpdir(), "key-calls-"));
Object.assign(process.env, { NODE_ENV: "production", DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const { app, send, close } = await bootBuiltProduct();

const owner = await makeTestUser(app.store, { permission: "owner", isVerified: true, subscription: null });
// A plan that bills further calls, because the free one would refuse them.
await call("/api/account/plan", owner.token, { plan: "scale", token: "tok_visa" });
const created = await call("/api/key", owner.token, {
  name: "Measured",
  scope: ["users:read", "billing:read"],
});
const key = (JSON.parse(created) as { data: { full_key: string } }).data.full_key;

for (const path of PATHS) {
  const times = { session: [] as number[], key: [] as number[] };
  // The first round warms up both.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const session = await measure(path, owner.token);
    const keyed = await measure(path, key);
    if (round === 0) continue;
    times.session.push(session);
    times.key.push(keyed);
  }
  const [session, keyed] = [calculateMedian(times.session), calculateMedian(times.key)];
  const ratio = (keyed / session).toFixed(2);
  console.log(`${path}: session ${session.toFixed(3)} ms, key ${keyed.toFixed(3)} ms, ratio ${ratio}`);
}
await close();
rmSync(dataDir, { recursive: true, force: true });

/** The processor time of a call in milliseconds, on average of a round. */
async function measure(path: string, token: string): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < CALLS_IN_ROUND; done += 1) await call(path, token);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / CALLS_IN_ROUND;
}

async function call(path: string, token: string, body?: object): Promise<string> {
  const { status, text } = await send(path, { authorization: `Bearer ${token}` }, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return text;
}
