/**
 * Refuses writes that another site makes a browser send. It stands in front of the framework for every path, because
 * the framework's own check covers neither its data requests nor its resource routes.
 */
import type { RequestHandler } from "express";
import { getRequestUrl } from "./request-url";

/** What a browser sends as the `Origin` of a form on a page that tells nobody its address. */
const HIDDEN = "null";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export interface CrossSiteOptions {
  /** Whether an `Origin` is this product's. */
  isOwnOrigin(origin: string): boolean;
  /** Paths that servers call, and prove themselves otherwise. */
  exempt: readonly string[];
}

/** 403 for an unsafe method from elsewhere: by Sec-Fetch-Site, else Origin, else Referer. */
export function refuseCrossSite(options: CrossSiteOptions): RequestHandler {
  return (request, response, next) => {
    const path = getRequestUrl(request)?.pathname ?? "/";
    if (
      SAFE_METHODS.has(request.method) ||
      options.exempt.includes(path) ||
      isOwn(request.headers, path, options)
    ) {
      // The framework would take the origin of a page that names none for another site's.
      if (request.headers.origin === HIDDEN) delete request.headers.origin;
      next();
      return;
    }
    response.status(403).json({ message: "This request came from another site and was blocked." });
  };
}

function isOwn(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  path: string,
  { isOwnOrigin }: CrossSiteOptions,
): boolean {
  const site = headers["sec-fetch-site"];
  if (headers.origin === HIDDEN) return site === "same-origin";
  const origin = headers.origin ?? headers.referer;
  // A foreign Origin is refused even where Sec-Fetch-Site is missing or claims otherwise.
  if (typeof headers.origin === "string" && !isOwnOrigin(headers.origin)) return false;
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (typeof origin === "string") return isOwnOrigin(originOf(origin));
  // Neither browser nor page: only a bearer token counts under /api, and pages need a browser.
  return path.startsWith("/api/");
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "null";
}
