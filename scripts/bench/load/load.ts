/**
 * Puts load on a server from a process on a core of its own: with `wrk` where it is installed, otherwise with the
 * built-in generator.
 */
import { spawn, spawnSync } from "node:child_process";
import { resolveFromRoot } from "../../lib/root.mjs";
import { toPinnedCommand } from "../cores";
import type { MeasuredServer } from "../server-process";
import type { LoadResult } from "./result";
import { readWrk } from "./wrk-output";

export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Load {
  server: MeasuredServer;
  /** Sent one after the other. */
  requests: readonly LoadRequest[];
  connections: number;
  seconds: number;
}

/** A type rather than an interface, so that medians can be computed by field name. */
export type Measured = { perSecond: number; p50Ms: number; p99Ms: number; cpuMs: number };

export const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;

/** Measures a server under this load. `cpuMs` is its processor time for each request. Throws when a request fails. */
export async function measureLoad(load: Load): Promise<Measured> {
  const before = await load.server.usage();
  const { requests, failures, ...seen } = await runLoad(load);
  const after = await load.server.usage();
  if (failures > 0 || requests === 0) {
    throw new Error(`${load.requests[0]?.path ?? ""}: ${failures} of ${requests} requests failed under load`);
  }
  return { ...seen, cpuMs: (after.cpuMs - before.cpuMs) / requests };
}

/** Runs the load to its end, and returns the generator's result. */
export function runLoad(load: Load): Promise<LoadResult> {
  const [only, ...others] = load.requests;
  return hasWrk && only?.method === "GET" && others.length === 0
    ? measureWithWrk(load, only)
    : measureWithGenerator(load);
}

async function measureWithWrk(
  { server, connections, seconds }: Load,
  { path, headers }: LoadRequest,
): Promise<LoadResult> {
  const output = await generate("wrk", [
    ...[
      "--threads",
      "1",
      "--connections",
      String(connections),
      "--duration",
      `${Math.max(1, Math.round(seconds))}s`,
    ],
    ...[
      "--latency",
      ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ],
    `http://localhost:${server.port}${path}`,
  ]);
  return readWrk(output);
}

async function measureWithGenerator({ server, ...load }: Load): Promise<LoadResult> {
  const plan = JSON.stringify({ ...load, port: server.port });
  return JSON.parse(
    await generate(process.execPath, [resolveFromRoot("scripts", "bench", "load", "generator.mjs")], plan),
  ) as LoadResult;
}

/** Runs a generator, and returns what it printed. Throws when it does not exit with code 0. */
function generate(program: string, programParameters: string[], input = ""): Promise<string> {
  const { command, parameters } = toPinnedCommand("load", program, programParameters);
  const child = spawn(command, parameters, { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`the load generator ended with ${code ?? "a signal"}`));
    });
  });
}
