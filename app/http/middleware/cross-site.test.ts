/** Which origins of this machine are the product's own. */
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { pino } from "pino";
import { toMessage } from "~/http/failure.server";
import { rejectCrossSite } from "./cross-site";
import { handleErrors } from "./errors";
import { toOwnHost } from "./own-host";

let server: Server | undefined;
afterEach(() => server?.close());

/** A product that listens on the loopback; `appUrl` is its public URL, with its own port for PORT. */
async function start(appUrl: string) {
  const listening = (server = createServer());
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const fill = (text: string) => text.replace("PORT", String(port));
  const web = express()
    .use(rejectCrossSite({ isOwnOrigin: toOwnHost(fill(appUrl)).isOwnOrigin, exempt: [] }))
    .use((_request, response) => void response.send("accepted"))
    .use(handleErrors({ log: pino({ level: "silent" }), toMessage }));
  listening.on("request", web);
  return async (sent: Record<string, string>, host: string) => {
    const headers = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, fill(value)]));
    const target = { host: "127.0.0.1", port, method: "POST", path: "/signin" };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ ...target, headers: { ...headers, Host: fill(host) } }, resolve)
        .on("error", reject)
        .end();
    });
    return response.resume().statusCode;
  };
}

test.each(["http://localhost:PORT", "https://app.example.com"])(
  "with the public URL %s, a form of a loopback page is accepted by http only, which is what the product speaks there",
  async (appUrl) => {
    const post = await start(appUrl);
    for (const name of ["localhost", "127.0.0.1", "[::1]"])
      for (const [scheme, status] of [
        ["http", 200],
        ["https", 403],
      ] as const)
        for (const sent of listHeaders(`${scheme}://${name}:PORT`))
          expect([sent, await post(sent, `${name}:PORT`)]).toEqual([sent, status]);
  },
);

/** The headers of a form of a page at this origin, by different browsers. */
function listHeaders(origin: string): Record<string, string>[] {
  return [
    { Origin: origin },
    { Origin: origin, "Sec-Fetch-Site": "same-origin" },
    { Referer: `${origin}/signin` },
  ];
}

test("another port of this machine, and another Host than the origin's, are other sites", async () => {
  const post = await start("https://app.example.com");
  expect(await post({ Origin: "http://localhost:1" }, "localhost:PORT")).toBe(403);
  expect(await post({ Origin: "http://localhost:PORT" }, "app.example.com")).toBe(403);
  expect(await post({ Origin: "https://app.example.com" }, "app.example.com")).toBe(200);
  expect(await post({ Origin: "http://app.example.com" }, "app.example.com")).toBe(403);
});
