/** A collector that receives traces by OTLP over HTTP, and keeps their spans. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for a span without one. */
  parentSpanId: string;
  name: string;
  attributes: Record<string, unknown>;
}

export interface Collector {
  url: string;
  /** The spans that have arrived so far. */
  spans: CollectedSpan[];
  /** Everything that has arrived, as text. */
  received(): string;
  close(): Promise<void>;
}

/** The JSON encoding of OTLP, as far as the spans need it. */
interface OtlpBody {
  resourceSpans?: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}

interface OtlpSpan extends Omit<CollectedSpan, "attributes" | "parentSpanId"> {
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Listens on a free port of the loopback. Answers 404 to any path but `/v1/traces`. */
export async function startCollector(): Promise<Collector> {
  const bodies: OtlpBody[] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    if (request.url !== "/v1/traces" || request.headers["content-type"] !== "application/json") {
      response.writeHead(404).end();
      return;
    }
    void json(request).then((body) => {
      bodies.push(body as OtlpBody);
      spans.push(...readSpans(body as OtlpBody));
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    received: () => JSON.stringify(bodies),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readSpans({ resourceSpans = [] }: OtlpBody): CollectedSpan[] {
  const found = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return found.map(({ traceId, spanId, parentSpanId = "", name, attributes }) => ({
    ...{ traceId, spanId, parentSpanId, name },
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
}
