/** A process that serves next to others, as its primary process starts it. */
import type { SandboxPorts, StopManner, ToPrimary, ToWorker } from "./messages";

/** A sandbox that the primary runs, and ends. */
interface SharedSandbox {
  port: number;
  close(): Promise<void>;
}

export interface Primary {
  /** The number of this process among those of its host. */
  number: number;
  sandboxes: Record<keyof SandboxPorts, () => Promise<SharedSandbox>>;
  /** Reports that this process can serve. Resolves when all of them can. */
  awaitOthers(): Promise<void>;
  /** The metrics of all processes as text; null when one of them has not answered. */
  readMetrics(): Promise<string | null>;
  /** Runs `stop` each time the primary says that this process is to stop. */
  onStop(stop: (manner: StopManner) => void): void;
}

/** Resolves when the primary has sent what this process needs to start. */
export async function joinPrimary(): Promise<Primary> {
  const starting = receive("start");
  notifyPrimary({ kind: "joined" });
  const { ports, number } = await starting;
  let scrapes = 0;
  return {
    number,
    sandboxes: {
      payments: () => shareSandbox(ports, "payments"),
      social: () => shareSandbox(ports, "social"),
    },
    async awaitOthers() {
      const opening = receive("listen");
      notifyPrimary({ kind: "booted" });
      await opening;
    },
    async readMetrics() {
      const id = (scrapes += 1);
      const reading = receive("metrics", (message) => message.id === id);
      notifyPrimary({ kind: "scrape", id });
      return (await reading).metrics;
    },
    onStop(stop) {
      process.on("message", (message: ToWorker) => {
        if (message.kind === "stop") stop(message.manner);
      });
    },
  };
}

function notifyPrimary(message: ToPrimary): void {
  process.send?.(message);
}

type Of<Kind extends ToWorker["kind"]> = Extract<ToWorker, { kind: Kind }>;

function receive<Kind extends ToWorker["kind"]>(
  kind: Kind,
  isWanted: (message: Of<Kind>) => boolean = () => true,
): Promise<Of<Kind>> {
  return new Promise((resolve) => {
    const read = (message: ToWorker) => {
      if (message.kind !== kind || !isWanted(message as Of<Kind>)) return;
      process.off("message", read);
      resolve(message as Of<Kind>);
    };
    process.on("message", read);
  });
}

function shareSandbox(ports: SandboxPorts, name: keyof SandboxPorts): Promise<SharedSandbox> {
  const port = ports[name];
  if (port === null) throw new Error(`the primary process runs no sandbox for ${name}`);
  return Promise.resolve({ port, close: () => Promise.resolve() });
}
