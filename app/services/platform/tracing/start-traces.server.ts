/** Traces by OpenTelemetry, sent to a collector by OTLP over HTTP. Loaded only where a collector is configured. */
import { setTimeout as pause } from "node:timers/promises";
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind as Direction,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { TRACE_SERVICE } from "~/domain/stored-names";
import { seconds } from "~/domain/limits";
import type { SpanFacts, Traces } from "./traces.server";

/** How long the last spans may take to reach the collector when the process stops. */
const TRACES_FLUSH_MS = seconds(2);

interface TraceOptions {
  /** The collector's base URL, as in `http://127.0.0.1:4318`. */
  endpoint: string;
  /** Receives the first of several failures to send. */
  report: (failure: string) => void;
}

/** Reads the library's own variables too, such as OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS. */
export function startTraces({ endpoint, report }: TraceOptions): Traces {
  reportFailures(report);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const resource = resourceFromAttributes({ "service.name": TRACE_SERVICE });
  const provider = new NodeTracerProvider({
    // The environment's attributes of the service come last.
    resource: defaultResource()
      .merge(resource)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const tracer = provider.getTracer(TRACE_SERVICE);
  return {
    ...createRecorder(tracer),
    leave: (work) => context.with(ROOT_CONTEXT, work),
    getTraceId: () => trace.getActiveSpan()?.spanContext().traceId,
    async stop() {
      const late = pause(TRACES_FLUSH_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

function createRecorder(tracer: Tracer): Pick<Traces, "run" | "runRequest"> {
  return {
    runRequest({ method, traceparent }, handle) {
      const caller = traceparent === undefined ? {} : { traceparent };
      const parent = propagation.extract(ROOT_CONTEXT, caller);
      const attributes = { "http.request.method": method };
      const span = tracer.startSpan(method, { kind: Direction.SERVER, attributes }, parent);
      context.with(trace.setSpan(parent, span), () => {
        handle({
          traceId: span.spanContext().traceId,
          end({ route, status }) {
            span.updateName(`${method} ${route}`);
            span.setAttributes({ "http.route": route, "http.response.status_code": status });
            if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
            span.end();
          },
        });
      });
    },
    run(facts, work) {
      if (facts.kind === "statement" && !trace.getActiveSpan()) return work();
      return runInSpan(tracer, facts, work);
    },
  };
}

function runInSpan<T>(tracer: Tracer, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const kind = facts.kind === "operation" ? Direction.INTERNAL : Direction.CLIENT;
  const attributes = { [`${TRACE_SERVICE}.kind`]: facts.kind, ...facts.attributes };
  return tracer.startActiveSpan(facts.name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      recordFailure(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Only the kind of error: the message of a library may contain what a user has typed. A redirect is thrown, too. */
function recordFailure(span: Span, error: unknown): void {
  if (error instanceof Response) return;
  const { name, code } = error as { name?: unknown; code?: unknown };
  span.setAttribute(
    "error.type",
    [name, code].filter((part) => typeof part === "string").join(" ") || "error",
  );
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** While a collector is away, the library reports every batch that it drops. One line is enough. */
function reportFailures(report: TraceOptions["report"]): void {
  let hasReported = false;
  const ignore = () => undefined;
  const reportOnce = (failure: string) => {
    if (!hasReported) report(failure);
    hasReported = true;
  };
  const logger = { error: reportOnce, warn: reportOnce, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
