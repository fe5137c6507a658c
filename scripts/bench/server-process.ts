/** A measured server: a separate process that reports its resource usage, and ends with the benchmark. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { findFreePort } from "../../tests/support/free-port";
import { resolveFromRoot } from "../lib/root.mjs";
import { toPinnedCommand } from "./cores";

const START_WITHIN_MS = 30_000;
const ASK_AGAIN_MS = 3;

export interface Usage {
  /** Since the start of the process, for all threads. */
  cpuMs: number;
  rssBytes: number;
}

export interface MeasuredServer {
  url: string;
  port: number;
  /** From the start of the process to its first 200. */
  startMs: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

export interface ServerPlan {
  /** The program, relative to the project's root. */
  script: string;
  dataDir: string;
  /** The page whose first 200 ends the start. */
  firstPage: string;
  /** The number of proxies whose client IP header is trusted. */
  trustedProxies?: number;
}

/**
 * Starts a server with its default settings, and waits for its first 200. Throws with its output when it ends
 * before.
 */
export async function startServer(plan: ServerPlan): Promise<MeasuredServer> {
  const { script, dataDir, firstPage, trustedProxies = 0 } = plan;
  const port = await findFreePort();
  const reporter = resolveFromRoot("scripts", "bench", "usage-reporter.mjs");
  const { command, parameters } = toPinnedCommand("server", process.execPath, [
    "--import",
    reporter,
    resolveFromRoot(script),
  ]);
  const logFile = `${dataDir}.log`;
  const log = openSync(logFile, "w");
  const startedAt = performance.now();
  const child = spawn(command, parameters, {
    cwd: resolveFromRoot(),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      TRUST_PROXY_HOPS: String(trustedProxies),
      DRAIN_DELAY_MS: "0",
    },
    // To a file: reading the log would take processor time from the load generator.
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  running.add(child);
  child.on("exit", () => running.delete(child));
  const readLog = () => readFileSync(logFile, "utf8");
  const url = `http://localhost:${port}`;
  while ((await requestStatus(port, firstPage)) !== 200) {
    if (child.exitCode !== null) throw new Error(`${script} ended during its start:\n${readLog()}`);
    if (performance.now() - startedAt > START_WITHIN_MS)
      throw new Error(`${script} does not respond:\n${readLog()}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
  const startMs = performance.now() - startedAt;
  return { url, port, startMs, usage: () => readUsage(child), stop: () => stop(child) };
}

/** Ends every server that is still running. */
export async function stopAllServers(): Promise<void> {
  await Promise.all([...running].map(stop));
}

const running = new Set<ChildProcess>();

function requestStatus(port: number, path: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", () => {
      resolve(undefined);
    });
  });
}

async function readUsage(child: ChildProcess): Promise<Usage> {
  child.send("usage");
  const [{ cpu, rss }] = (await once(child, "message")) as [{ cpu: NodeJS.CpuUsage; rss: number }];
  return { cpuMs: (cpu.user + cpu.system) / 1000, rssBytes: rss };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
