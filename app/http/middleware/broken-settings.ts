/** The answers while config.json cannot be used: nothing but the reason, and to no one a way to set up again. */
import type { IncomingHttpHeaders } from "node:http";
import express, { type Express } from "express";
import type { Message } from "~/domain/messages";
import type { Log } from "~/log.server";
import { getRequestId, logRequests } from "./request-log";
import { preventSniffing } from "./security-headers";

interface BrokenSettings {
  file: string;
  /** Without the content of the file. */
  reason: string;
}

interface BrokenOptions {
  log: Log;
  toMessage(key: Message, headers: IncomingHttpHeaders): Promise<string>;
}

/** Answers 503 to every request. `/health/ready` names the file and the reason; `/health/live` says that the process runs. */
export function serveBrokenSettings(
  { file, reason }: BrokenSettings,
  { log, toMessage }: BrokenOptions,
): Express {
  const web = express();
  web.disable("x-powered-by").use(logRequests(log), preventSniffing);
  web.get("/health/live", (_request, response) => {
    response.json({ status: "live" });
  });
  web.get("/health/ready", (_request, response) => {
    response.status(503).json({ status: "misconfigured", file, reason });
  });
  web.use((request, response, next) => {
    const requestId = getRequestId(response);
    toMessage("errors:misconfigured", request.headers)
      .then((message) => response.status(503).set("Cache-Control", "no-store").json({ message, requestId }))
      .catch(next);
  });
  return web;
}
