/** The messages between the primary process and the processes that serve. */

/** The ports of the sandboxes that the primary runs for all; null where an outside service takes their place. */
export interface SandboxPorts {
  payments: number | null;
  social: number | null;
}

/**
 * How a process stops. `announced`: it says so at its health check, and goes on for DRAIN_DELAY_MS until balancers have
 * noticed. `at_once`: it waits for its open requests alone. `replaced`: it accepts nothing more, for which others hold the
 * port, and its health check stays as it is, because a connection of its own would say it of the others too.
 */
export type StopManner = "announced" | "at_once" | "replaced";

/**
 * `listen` is sent when every process has booted, so that the port opens only when all can serve. `number` counts the
 * processes of the host from 1 on, and one that replaces another has its number. `metrics` are those of all processes, null
 * when one of them has not answered.
 */
export type ToWorker =
  | { kind: "start"; ports: SandboxPorts; number: number }
  | { kind: "listen" }
  | { kind: "stop"; manner: StopManner }
  | { kind: "metrics"; id: number; metrics: string | null };

/**
 * `joined` comes first: a process loses the messages that are sent before it listens to them. `scrape` asks for the metrics
 * of all processes, by an id that the answer repeats.
 */
export type ToPrimary = { kind: "joined" | "booted" } | { kind: "scrape"; id: number };
