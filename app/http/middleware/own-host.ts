/** The hosts that the product answers to: the host of its public URL, and the loopback of this machine. */
import type { Request, RequestHandler } from "express";
import { RequestError } from "./errors";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether it is a name of this machine's own, as `URL` writes it. */
export const isLoopbackName = (hostname: string): boolean => LOOPBACK.has(hostname);

/** Whether the Host header names this machine itself. */
export function isLoopbackHost(host: string | undefined): boolean {
  const url = parseHost(host);
  return url !== null && isLoopbackName(url.hostname);
}

interface OwnHost {
  isOwnHost(host: string | undefined): boolean;
  isOwnOrigin(origin: string): boolean;
}

export function toOwnHost(appUrl: string): OwnHost {
  const own = new URL(appUrl);
  return {
    isOwnHost(host) {
      const url = parseHost(host);
      return url !== null && (host?.toLowerCase() === own.host || LOOPBACK.has(url.hostname));
    },
    isOwnOrigin(origin) {
      if (!URL.canParse(origin)) return false;
      const url = new URL(origin);
      if (url.origin === own.origin) return true;
      if (url.protocol !== own.protocol || url.port !== own.port) return false;
      return LOOPBACK.has(own.hostname) && LOOPBACK.has(url.hostname);
    },
  };
}

/** Null for anything but a bare host and port, as with a user name. */
function parseHost(host: string | undefined): URL | null {
  if (!host || !URL.canParse(`http://${host}`)) return null;
  const url = new URL(`http://${host}`);
  return [url.host, `${url.host}:80`].includes(host.toLowerCase()) ? url : null;
}

/**
 * Answers 400 to a request with more than one Host header, as RFC 9112 section 3.2 demands, or with a target that is not a
 * path. An absolute URL as the target counts as its path, when its host is the product's.
 */
export function rejectInvalidTargets({ isOwnHost }: OwnHost): RequestHandler {
  return (request, _response, next) => {
    const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    const target = hosts.length > 1 ? null : toOwnTarget(request, isOwnHost);
    if (!target) {
      next(new RequestError(400, "errors:invalid_request"));
      return;
    }
    request.url = request.originalUrl = target.path;
    if (target.host !== null) request.headers.host = target.host;
    next();
  };
}

/** RFC 9112 section 3.2.2: the host of an absolute URL replaces the Host header. */
const ABSOLUTE_URL = /^http:\/\/([^/?#]+)([^#]*)/i;

function toOwnTarget(
  { url }: Request,
  isOwnHost: OwnHost["isOwnHost"],
): { path: string; host: string | null } | null {
  if (url.startsWith("/")) return { path: url, host: null };
  const [, host, rest = ""] = ABSOLUTE_URL.exec(url) ?? [];
  if (host === undefined || !isOwnHost(host)) return null;
  return { path: rest.startsWith("/") ? rest : `/${rest}`, host };
}

/** Answers 421 to another host, because links and redirects must not follow a forged Host header. */
export function rejectOtherHosts({ isOwnHost }: OwnHost): RequestHandler {
  return (request, _response, next) => {
    // The product knows its own URL. Remix's adapter would trust these headers, and throw when they are not a URL.
    delete request.headers["x-forwarded-host"];
    delete request.headers["x-forwarded-proto"];
    if (isOwnHost(request.headers.host)) next();
    else next(new RequestError(421, "errors:unknown_host"));
  };
}
