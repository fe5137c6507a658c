/**
 * The load generator, a separate process: keeps a number of connections busy with one request at a time each, and
 * prints its result as one line of JSON. It uses HTTP on plain sockets, so that it costs little itself.
 */
import { connect } from "node:net";
import { performance } from "node:perf_hooks";
import { createAnswerReader } from "./answer-reader.mjs";

/** The timeout of a connection that gets no response. Its request counts as failed. */
const SILENCE_MS = 10_000;

let plan = "";
for await (const part of process.stdin) plan += part;
const result = await generate(JSON.parse(plan));
process.stdout.write(`${JSON.stringify(result)}\n`);

async function generate({ port, requests, connections, seconds }) {
  const messages = requests.map((request) => Buffer.from(formatRequest(request, port)));
  const seen = { latencies: [], failures: 0, next: 0 };
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => keepBusy({ port, messages, until, seen })));
  const latencies = Float64Array.from(seen.latencies).sort();
  const getPercentile = (share) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    requests: latencies.length,
    failures: seen.failures,
    perSecond: (latencies.length / (performance.now() - startedAt)) * 1000,
    p50Ms: getPercentile(0.5),
    p99Ms: getPercentile(0.99),
  };
}

function formatRequest({ method, path, headers, body }, port) {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: localhost:${port}`];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body) lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

/** Keeps one connection busy, and reopens it when it breaks, until the time is over. */
async function keepBusy(work) {
  while (performance.now() < work.until) {
    const isComplete = await useConnection(work);
    if (!isComplete) work.seen.failures += 1;
  }
}

/** Resolves to true when the time is over, to false when the connection broke before. */
function useConnection({ port, messages, until, seen }) {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    const reader = createAnswerReader();
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(messages[seen.next++ % messages.length]);
    };
    const end = (isComplete) => {
      socket.destroy();
      resolve(isComplete);
    };
    socket.setTimeout(SILENCE_MS, () => end(false));
    socket.on("connect", send);
    socket.on("error", () => end(false));
    socket.on("close", () => end(false));
    socket.on("data", (part) => {
      const status = reader.take(part);
      if (status === undefined) return;
      const now = performance.now();
      seen.latencies.push(now - sentAt);
      if (status < 200 || status > 299) seen.failures += 1;
      if (now >= until) end(true);
      else send();
    });
  });
}
