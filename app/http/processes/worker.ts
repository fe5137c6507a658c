/** A process that serves beside others, as its primary process starts it. */
import type { SandboxPorts, ToPrimary, ToWorker } from "./messages";

/** A sandbox that the primary runs, and ends. */
interface SharedSandbox {
  port: number;
  close(): Promise<void>;
}

export interface Primary {
  sandboxes: Record<keyof SandboxPorts, () => Promise<SharedSandbox>>;
  /** Reports that this process can serve. Resolves when all of them can. */
  awaitOthers(): Promise<void>;
}

/** Resolves when the primary has sent what this process needs to start. */
export async function joinPrimary(): Promise<Primary> {
  const starting = receive("start");
  notifyPrimary("joined");
  const { ports } = await starting;
  return {
    sandboxes: {
      payments: () => shareSandbox(ports, "payments"),
      social: () => shareSandbox(ports, "social"),
    },
    async awaitOthers() {
      const opening = receive("listen");
      notifyPrimary("booted");
      await opening;
    },
  };
}

function notifyPrimary(kind: ToPrimary["kind"]): void {
  process.send?.({ kind } satisfies ToPrimary);
}

function receive<Kind extends ToWorker["kind"]>(kind: Kind): Promise<Extract<ToWorker, { kind: Kind }>> {
  return new Promise((resolve) => {
    const read = (message: ToWorker) => {
      if (message.kind !== kind) return;
      process.off("message", read);
      resolve(message as Extract<ToWorker, { kind: Kind }>);
    };
    process.on("message", read);
  });
}

function shareSandbox(ports: SandboxPorts, name: keyof SandboxPorts): Promise<SharedSandbox> {
  const port = ports[name];
  if (port === null) throw new Error(`the primary process runs no sandbox for ${name}`);
  return Promise.resolve({ port, close: () => Promise.resolve() });
}
