/** The places of the processes that serve, as their primary knows them. */
import type { Worker } from "node:cluster";
import type { Log } from "~/log.server";
import type { SandboxPorts, ToWorker } from "./messages";

export interface Supervision {
  /** How many processes serve. */
  count: number;
  /** The file that each of them runs. */
  program: string;
  ports: SandboxPorts;
  /** How long a process that leaves goes on accepting. */
  drainDelayMs: number;
  log: Pick<Log, "info" | "error" | "fatal">;
  /** Runs once, when all of them serve for the first time. */
  onServing(): void;
  /** Runs when all of them have ended. */
  close(): Promise<void>;
}

/** One of the processes, which keeps its place when it is replaced. */
export interface Place {
  /** From 1 on. */
  number: number;
  worker: Worker | null;
  /** The process that `worker` replaces in a reload, until it has ended. */
  previous: Worker | null;
  /** How often in a row it has ended soon after its start. */
  failures: number;
  servesSince: number | null;
  hasBooted: boolean;
}

export interface State extends Supervision {
  places: Place[];
  isOpen: boolean;
  hasServed: boolean;
  isReloading: boolean;
  isStopping: boolean;
  exitCode: number;
}

export function listRunning({ places }: Pick<State, "places">): Worker[] {
  return places.flatMap(({ worker, previous }) => [worker ?? [], previous ?? []].flat());
}

/** A process that is ending receives nothing more, which its exit then reports. */
export function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}
