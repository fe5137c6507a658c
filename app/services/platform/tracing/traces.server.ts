/** The trace of a request: the operation that it ran, with its statements and calls of other servers. */

/** The kinds of spans below a request: the operation, a call of the store, and a call of another company's server. */
export type SpanKind = "operation" | "statement" | "gateway";

/** Only names and numbers that the product itself chooses: no input, no query string, no email, no secret. */
type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanFacts {
  kind: SpanKind;
  name: string;
  attributes?: SpanAttributes;
}

interface TracedRequest {
  method: string;
  /** The W3C Trace Context header, with which the trace of a proxy or another service goes on here. */
  traceparent: string | undefined;
}

interface TracedResponse {
  /** The pattern of the page or call; see `ServedRequest` of the metrics. */
  route: string;
  status: number;
}

/** Records traces. It exists only where a collector is configured; everything asks `app.traces?` first. */
export interface Traces {
  /**
   * Starts the span of a request, and runs `handle` within it; `handle` gets the trace's id and what ends the span. Work
   * that is awaited from there on belongs to the trace.
   */
  runRequest(
    request: TracedRequest,
    handle: (span: { traceId: string; end(response: TracedResponse): void }) => void,
  ): void;
  /** Runs `work` as a span below the current one. A statement outside of any trace is not recorded. */
  run<T>(span: SpanFacts, work: () => Promise<T>): Promise<T>;
  /** Runs `work` outside of the current trace: what it starts goes on for others, after the request has ended. */
  leave<T>(work: () => T): T;
  /** The id of the current trace, for the log; undefined outside of any. */
  getTraceId(): string | undefined;
  /** Sends the last spans, within TRACES_FLUSH_MS. Never throws. */
  stop(): Promise<void>;
}
