/** The middleware's answers to errors, as clients read them. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toMessage } from "~/http/failure.server";
import { handleErrors, RequestError } from "./errors";

const ERRORS: Record<string, Error> = {
  "/cross-site": new RequestError(403, "errors:cross_site", { headers: { "X-Extra": "1" } }),
  "/text": new RequestError(404, "errors:not_found", { toBody: (message) => message }),
  "/missing": Object.assign(new Error("ENOENT: /srv/secret"), { status: 404 }),
  "/broken": new Error("a library's reason"),
};

let server: Server;
let logged: string;
beforeEach(async () => {
  logged = "";
  const log = pino({}, { write: (line: string) => (logged += line) });
  const web = express()
    .use((request, _response, next) => next(ERRORS[request.path]))
    .use(handleErrors({ log, toMessage }));
  server = createServer(web);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => server.close());

function get(path: string, language = "en"): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { "Accept-Language": language } });
}

test("an error of the middleware answers its status, headers and message, in the language of the request", async () => {
  const response = await get("/cross-site");
  expect([response.status, response.headers.get("X-Extra")]).toEqual([403, "1"]);
  expect(await response.json()).toEqual({
    message: "This request came from another site and was blocked.",
  });
  const spanish = (await (await get("/cross-site", "es")).json()) as { message: string };
  expect(spanish.message).toBe("Esta petición procede de otro sitio y se ha bloqueado.");
  expect(await (await get("/text")).text()).toBe("We couldn't find that. It may have been removed.");
  expect(logged).toBe("");
});

test("the response to any other error names no reason: 4xx keeps its status, everything else is 500 and logged", async () => {
  expect([(await get("/missing")).status, logged]).toEqual([404, ""]);
  const response = await get("/broken");
  expect([response.status, await response.json()]).toEqual([
    500,
    { message: "Something went wrong. Please try again." },
  ]);
  expect(logged).toContain("a library's reason");
});
