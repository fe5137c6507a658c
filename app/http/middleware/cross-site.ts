/**
 * Rejects writes that another site makes a browser send. It runs for every path, because Remix's own check covers
 * neither its data requests nor its resource routes.
 */
import type { Request, RequestHandler } from "express";
import { RequestError } from "./errors";
import { isLocalCaller } from "./local-caller";
import { isLoopbackName } from "./own-host";
import { getRequestUrl } from "./request-url";

/** Browsers send it as the `Origin` of a form on a page with the referrer policy no-referrer. */
const HIDDEN_ORIGIN = "null";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

interface CrossSiteOptions {
  /** Whether an `Origin` is this product's. */
  isOwnOrigin(origin: string): boolean;
  /** Paths that other servers call, and that authenticate the caller in another way. */
  exempt: readonly string[];
}

/** Answers 403 to an unsafe method from another site, by Sec-Fetch-Site, else Origin, else Referer. */
export function rejectCrossSite(options: CrossSiteOptions): RequestHandler {
  return (request, _response, next) => {
    const path = getRequestUrl(request)?.pathname ?? "/";
    if (SAFE_METHODS.has(request.method) || options.exempt.includes(path) || isOwn(request, path, options)) {
      // Remix has a check of its own, which knows no exempt path and reads "null" as another site.
      if (request.headers.origin === HIDDEN_ORIGIN || options.exempt.includes(path))
        delete request.headers.origin;
      next();
      return;
    }
    next(new RequestError(403, "errors:cross_site"));
  };
}

function isOwn(request: Request, path: string, options: CrossSiteOptions): boolean {
  const { headers } = request;
  const isOwnOrigin = (given: string) => options.isOwnOrigin(given) || isThisMachine(given, request);
  const site = headers["sec-fetch-site"];
  if (headers.origin === HIDDEN_ORIGIN) return site === "same-origin";
  const origin = headers.origin ?? headers.referer;
  // A foreign Origin is rejected even where Sec-Fetch-Site is missing or claims otherwise.
  if (typeof headers.origin === "string" && !isOwnOrigin(headers.origin)) return false;
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (typeof origin === "string") return isOwnOrigin(toOrigin(origin));
  // Not a browser: allowed under /api, where only a bearer token counts, and not for pages.
  return path.startsWith("/api/");
}

/**
 * A browser on this machine, at the loopback address where the product listens, which is by http. The public URL is another
 * one there, as for the operator who has just set it. A proxy may forward under a loopback host, so none may be in between.
 */
function isThisMachine(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, host } = new URL(origin);
  if (protocol !== "http:" || !isLoopbackName(hostname)) return false;
  return host === request.headers.host && isLocalCaller(request);
}

function toOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "null";
}
