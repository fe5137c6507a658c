/** The load generators: finding the responses in the bytes of a connection, and reading wrk's report. */
import { spawn } from "node:child_process";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createAnswerReader } from "./answer-reader.mjs";
import type { LoadResult } from "./result";
import { readWrk } from "./wrk-output";

const FIXED = "HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhello";
const CHUNKED =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nfoo\r\n7\r\n0\r\n\r\nba\r\n0\r\n\r\n";
const EMPTY = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";

test.each([
  ["a response with a length", FIXED, 404],
  ["a response in chunks", CHUNKED, 200],
  ["an empty response in chunks", EMPTY, 200],
])("%s is complete at its last byte, however it is split", (_, answer, status) => {
  for (let size = 1; size <= answer.length; size += 1) {
    const reader = createAnswerReader();
    const seen: (number | undefined)[] = [];
    for (let at = 0; at < answer.length; at += size) {
      seen.push(reader.take(Buffer.from(answer.slice(at, at + size))));
    }
    expect(seen.at(-1), `in parts of ${size}`).toBe(status);
  }
});

test("after each response the reader is ready for the next one", () => {
  const reader = createAnswerReader();
  const statuses = [FIXED, CHUNKED, FIXED].map((answer) => reader.take(Buffer.from(answer)));
  expect(statuses).toEqual([404, 200, 404]);
});

test("the generator sends its requests in turn, and counts those that did not succeed", async () => {
  const asked: string[] = [];
  const result = await generateAgainst(
    (request, response) => {
      asked.push(
        `${request.method ?? ""} ${request.url ?? ""} ${request.headersDistinct["x-who"]?.[0] ?? ""}`,
      );
      response.statusCode = request.url === "/missing" ? 404 : 200;
      response.end("answer");
    },
    [
      { method: "GET", path: "/there", headers: { "X-Who": "me" } },
      { method: "POST", path: "/missing", headers: {}, body: "{}" },
    ],
  );
  expect(asked.slice(0, 2)).toEqual(["GET /there me", "POST /missing "]);
  expect(result.requests).toBe(asked.length);
  expect(result.failures).toBe(Math.floor(asked.length / 2));
  expect(result.p99Ms).toBeGreaterThanOrEqual(result.p50Ms);
});

test("wrk's report is parsed, with its units and its errors", () => {
  const report = [
    "  Latency Distribution",
    "     50%  444.00us",
    "     99%   38.33ms",
    "  7898 requests in 1.04s, 0.98MB read",
    "  Socket errors: connect 0, read 2, write 0, timeout 1",
    "  Non-2xx or 3xx responses: 7",
    "Requests/sec:   7571.29",
  ].join("\n");
  expect(readWrk(report)).toEqual({
    requests: 7898,
    failures: 10,
    perSecond: 7571.29,
    p50Ms: 0.444,
    p99Ms: 38.33,
  });
  expect(() => readWrk("unable to connect")).toThrow("no report of wrk");
});

async function generateAgainst(answer: RequestListener, requests: object[]): Promise<LoadResult> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [fileURLToPath(new URL("generator.mjs", import.meta.url))]);
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  child.stdin.end(JSON.stringify({ port, requests, connections: 1, seconds: 0.2 }));
  await new Promise((resolve) => child.on("close", resolve));
  await new Promise((resolve) => server.close(resolve));
  return JSON.parse(output) as LoadResult;
}
