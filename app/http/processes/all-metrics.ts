/** Reads the metrics of all processes, in the primary. */
import type { AggregatorRegistry } from "prom-client";

/** Returns what asks every process, and resolves with all series as text; null when one of them has not answered. */
export function createMetricsReader(): () => Promise<string | null> {
  let loading: Promise<AggregatorRegistry<"text/plain; version=0.0.4; charset=utf-8">> | undefined;
  return async () => {
    // Few installations are scraped.
    loading ??= import("prom-client").then((library) => new library.AggregatorRegistry());
    // It rejects when a process ends or hangs meanwhile.
    return (await loading).clusterMetrics().catch(() => null);
  };
}
