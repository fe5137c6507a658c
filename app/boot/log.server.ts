/** The log of a process, and its traces where a collector is configured: each line then names its trace. */
import type { Config } from "../config/config.server";
import { describeFailure } from "../i18n/translator.server";
import { makeLog, type Log } from "../log.server";
import type { Traces } from "../services/platform/tracing/traces.server";

/** Loads OpenTelemetry only for a collector. */
export async function startLog({
  logLevel,
  hasFullIps,
  otlpEndpoint,
}: Config): Promise<{ log: Log; traces: Traces | null }> {
  const options = { describe: describeFailure, hasFullIps };
  if (otlpEndpoint === null) return { log: makeLog(logLevel, options), traces: null };
  const { startTraces } = await import("../services/platform/tracing/start-traces.server");
  const traces = startTraces({
    endpoint: otlpEndpoint,
    report: (failure) => {
      log.warn({ failure }, "traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT");
    },
  });
  const log = makeLog(logLevel, { ...options, getTraceId: traces.getTraceId });
  return { log, traces };
}
