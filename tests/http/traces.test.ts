/** Metrics and traces of the running product: one request is one tree, and neither contains what users send. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiClient, createVerifiedUser, PASSWORD } from "../support/clients";
import { startCollector, type CollectedSpan, type Collector } from "../support/otlp-collector";
import { startProduct, waitFor, type Product } from "../support/product";

const EMAIL = "traced-customer@example.com";
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const CALLER_SPAN = "b7ad6b7169203331";

let collector: Collector;
let product: Product;
let token: string;
beforeAll(async () => {
  collector = await startCollector();
  product = await startProduct({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // The library's own variable: how long spans are collected before they are sent, in milliseconds.
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  ({ token } = await createVerifiedUser(product, EMAIL));
});
afterAll(async () => {
  await product.stop();
  await collector.close();
});

/** The spans of the trace, once the request itself, which ends last, has arrived. */
function readTrace(traceId: string, rootParent: string): Promise<CollectedSpan[]> {
  const list = () => collector.spans.filter((span) => span.traceId === traceId);
  const isWhole = () => list().some(({ parentSpanId }) => parentSpanId === rootParent);
  return waitFor(() => (isWhole() ? list() : null), "the spans of a request");
}

const kindOf = ({ attributes }: CollectedSpan) => attributes["groundwork.kind"];

test("a request is one tree below its caller: the operation, its statements, and its calls of the payment provider", async () => {
  const call = createApiClient(product, token);
  const traceparent = `00-${TRACE_ID}-${CALLER_SPAN}-01`;
  const answer = await call(
    "POST",
    "/api/account/plan?canary=in-the-query",
    { plan: "pro", token: "tok_visa" },
    { traceparent },
  );
  expect(answer.status).toBe(200);
  const spans = await readTrace(TRACE_ID, CALLER_SPAN);
  const [root] = spans.filter(({ parentSpanId }) => parentSpanId === CALLER_SPAN);
  expect(root).toMatchObject({
    name: "POST /api/account/plan",
    attributes: { "http.request.method": "POST", "http.route": "/api/account/plan" },
  });
  const operations = spans.filter((span) => kindOf(span) === "operation");
  expect(operations.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
    ["createSubscription", root?.spanId],
  ]);
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  for (const span of spans) expect(byId.has(span.parentSpanId) || span === root).toBe(true);
  const names = spans.map(({ name }) => name);
  expect(names).toContain("findViewer");
  expect(names).toContain("transaction");
  expect(names).toContain("payments.startSubscription");
  const payment = spans.find(({ name }) => name === "payments.startSubscription");
  expect(byId.get(payment?.parentSpanId ?? "")?.name).toBe("createSubscription");
});

test("each line of the log names the trace, and no span has an email, a password, a token or a query string", async () => {
  await createApiClient(product)("POST", "/api/auth", { email: EMAIL, password: "wrong horse!" });
  await createApiClient(product)("POST", "/api/auth?canary=in-the-query", {
    email: EMAIL,
    password: PASSWORD,
  });
  const lines = (await product.wholeOutput()).split("\n").filter((line) => line.includes("wrong_password"));
  const { traceId } = JSON.parse(lines[0] ?? "{}") as { traceId: string };
  const spans = await readTrace(traceId, "");
  expect(spans.map(({ name }) => name)).toContain("signIn");
  expect(spans.find(({ name }) => name === "signIn")?.attributes["error.type"]).toBe(
    "AppError unauthenticated",
  );
  await waitFor(() => collector.spans.some(({ name }) => name === "mail.send"), "the span of a mail");
  const mail = collector.spans.find(({ name }) => name === "mail.send");
  expect(mail?.parentSpanId).toBe("");
  for (const secret of [EMAIL, "in-the-query", PASSWORD, "wrong horse", token, "tok_visa"])
    expect(collector.received()).not.toContain(secret);
});

test("traces are sent under the product's name, and health checks are not traced", async () => {
  await fetch(`${product.url}/health/ready`);
  await fetch(`${product.url}/health/live`);
  const traceparent = `00-${"1".repeat(32)}-${CALLER_SPAN}-01`;
  await fetch(`${product.url}/signin`, { headers: { traceparent } });
  await readTrace("1".repeat(32), CALLER_SPAN);
  expect(collector.received()).toContain('{"key":"service.name","value":{"stringValue":"groundwork"}}');
  expect(collector.received()).not.toContain("unknown_service");
  expect(collector.spans.filter(({ name }) => name.includes("health"))).toEqual([]);
});

test("the metrics count by patterns, and a stranger's paths create no series", async () => {
  for (const path of ["/a-stranger/1", "/api/a-stranger/2", "/account/users", "/api/user/1"])
    await fetch(product.url + path, { redirect: "manual" });
  const metrics = await (await fetch(`${product.url}/metrics`)).text();
  expect(metrics).toContain(
    'groundwork_requests_total{method="POST",route="/api/account/plan",status="200"} 1',
  );
  expect(metrics).toContain('route="/account/users",status="302"');
  expect(metrics).toMatch(/groundwork_sign_ins_total [2-9]/);
  expect(metrics).not.toContain("stranger");
  expect(metrics).not.toContain("/api/user/1");
  const proxied = await fetch(`${product.url}/metrics`, { headers: { "X-Forwarded-For": "203.0.113.7" } });
  expect(proxied.status).toBe(404);
});
