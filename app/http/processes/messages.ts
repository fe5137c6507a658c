/** What the primary process and the processes that serve send each other. */

/** The ports of the sandboxes that the primary runs for all; null where an outside service takes their place. */
export interface SandboxPorts {
  payments: number | null;
  social: number | null;
}

/** `listen` is sent when every process has booted, so that the port opens only when all can serve. */
export type ToWorker = { kind: "start"; ports: SandboxPorts } | { kind: "listen" };

/** `joined` comes first: a process loses the messages that are sent before it listens to them. */
export interface ToPrimary {
  kind: "joined" | "booted";
}
