/** Faults of the product's process. The random kills are in kills.ts. */
import { setTimeout as wait } from "node:timers/promises";
import { once } from "node:events";
import { STORES, type Kind, type UnderTraffic } from "../kind";
import { playSeveralProcesses } from "../several-processes/play";
import type { Stage } from "../stage";
import { createBrokenUpload } from "../uploads";
import { playKilledMigrations } from "../plays/killed-migrations";

/** How long traffic may take until it reaches the point of the kill. */
const REACHED_WITHIN_MS = 20_000;
const STOPPED_SECONDS = 20;
/** Each of eight changes at each of seven points on SQLite, and a fifth of them on each server. */
const BILLING_KILLS = 56;
/** Until a part of the picture has arrived. */
const UPLOADED_MS = 200;
const PAYING = { subscribe: 8, "plan change": 4, session: 2, "API write": 2, "sign-up": 1 };
const MAILING = { "sign-up": 4, "mailed link": 4, invite: 4, join: 2, session: 2 };

type Harm = UnderTraffic["harm"];

export const PROCESS_KINDS: readonly Kind[] = [
  killed({
    ...{ id: "kill-before-call", name: "kill -9 when a charge is sent, before the provider has it" },
    arm: ({ gate }, kill) => gate.watch({ before: ({ isCharge }) => (isCharge ? kill() : undefined) }),
  }),
  killed({
    ...{ id: "kill-after-call", name: "kill -9 when the provider has charged, before its answer" },
    arm: ({ gate }, kill) => gate.watch({ between: ({ isCharge }) => (isCharge ? kill() : undefined) }),
  }),
  killed({
    ...{ id: "kill-before-commit", name: "kill -9 before the commit that records a charge" },
    arm: killAtCommit("before"),
  }),
  killed({
    ...{ id: "kill-after-commit", name: "kill -9 after that commit, before the request is answered" },
    arm: killAtCommit("after"),
  }),
  killed({
    ...{ id: "kill-mid-mail", name: "kill -9 while a mail is being sent", weights: MAILING },
    arm: ({ mails }, kill) => mails.answerBy((_answer, keep) => void (keep(), kill())),
  }),
  describe({
    ...{ id: "kill-mid-upload", name: "kill -9 while a picture is being uploaded" },
    async harm(stage) {
      const upload = createBrokenUpload(stage.product(), stage.people.visitors[0]?.token ?? "");
      await wait(UPLOADED_MS);
      await stage.kill();
      upload.abort();
      return () => stage.restart();
    },
  }),
  {
    ...{
      id: "kill-each-billing-step",
      name: "kill -9 at each step of each change of billing",
      group: "process",
    },
    stores: STORES,
    way: {
      ...{ by: "tests", project: "http", file: "tests/http/billing-crashes.test.ts" },
      environment: { FAULT_RUNS: String(BILLING_KILLS) },
    },
  },
  {
    ...{ id: "kill-mid-settings", name: "kill -9 while setup stores its file", group: "process" },
    stores: ["sqlite"],
    way: {
      ...{ by: "tests", project: "http", file: "tests/http/setup-disk.test.ts" },
      titles: "killed while the file is being stored",
    },
  },
  {
    ...{ id: "kill-mid-migration", name: "kill -9 while the database is migrated", group: "process" },
    stores: STORES,
    way: { by: "play", play: playKilledMigrations },
  },
  describe({
    ...{ id: "sigterm", name: "SIGTERM under load, and a new process" },
    async harm(stage) {
      await stage.product().stop();
      return () => stage.restart();
    },
  }),
  describe({
    ...{ id: "sigstop", name: "the process is stopped for 20 s (SIGSTOP)", seconds: STOPPED_SECONDS },
    allows: "stopped",
    harm({ product }) {
      product().process.kill("SIGSTOP");
      return Promise.resolve(() => void product().process.kill("SIGCONT"));
    },
  }),
  describe({
    ...{ id: "uncaught", name: "an error that nothing catches", harm: endBySignal },
    needs: { imports: ["uncaught-fault.mjs"] },
  }),
  describe({
    ...{ id: "out-of-memory", name: "the process has no memory left", harm: endBySignal },
    needs: { imports: ["memory-fault.mjs"], heapMebibytes: 192 },
  }),
  {
    ...{ id: "several-processes", group: "process", stores: ["postgres"] },
    name: "three processes: one is killed, PostgreSQL restarts, Redis is emptied and stopped",
    way: { by: "play", play: playLoad },
  },
];

interface NamedFault extends Pick<UnderTraffic, "harm" | "needs" | "seconds" | "weights"> {
  allows?: UnderTraffic["allows"];
  id: string;
  name: string;
}

function describe({ id, name, ...fault }: NamedFault): Kind {
  return {
    ...{ id, name, group: "process", stores: STORES },
    way: { by: "traffic", allows: "broken", seconds: 1, ...fault },
  };
}

type Kill = () => Promise<"break">;

interface KillPoint extends Pick<NamedFault, "id" | "name" | "weights"> {
  /** Lets the point kill the process. */
  arm(stage: Stage, kill: Kill): void;
}

function killed({ id, name, arm, weights = PAYING }: KillPoint): Kind {
  const harm: Harm = async (stage) => {
    const { process: child } = stage.product();
    const ended = once(child, "exit");
    const kill: Kill = async () => {
      child.kill("SIGKILL");
      await ended;
      return "break";
    };
    arm(stage, kill);
    await Promise.race([ended, wait(REACHED_WITHIN_MS)]);
    stage.gate.watch({});
    stage.mails.answerBy(null);
    if (child.signalCode === null) throw new Error("the traffic has not reached the point of the kill");
    return () => stage.restart();
  };
  return describe({ id, name, harm, weights });
}

function killAtCommit(moment: "before" | "after") {
  return (stage: Stage) => void stage.killAtCommit(moment);
}

/** SIGUSR2 is what the imported file waits for. */
async function endBySignal(stage: Stage) {
  const { process: child } = stage.product();
  const ended = once(child, "exit");
  child.kill("SIGUSR2");
  await Promise.race([ended, wait(REACHED_WITHIN_MS)]);
  if (child.exitCode === null && child.signalCode === null) throw new Error("the process has not ended");
  return () => stage.restart();
}

async function playLoad(_store: string, seed: number) {
  const { findings } = await playSeveralProcesses(seed);
  return {
    violations: findings.flatMap(({ invariant, violations }) =>
      violations.map((violation) => `${invariant}: ${violation}`),
    ),
  };
}
