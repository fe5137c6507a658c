/** Which names this product answers to: its public address, and this machine's loopback. */
import type { Request, RequestHandler } from "express";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface OwnAddress {
  isOwnHost(host: string | undefined): boolean;
  isOwnOrigin(origin: string): boolean;
}

export function ownAddress(appUrl: string): OwnAddress {
  const own = new URL(appUrl);
  return {
    isOwnHost(host) {
      if (!host || !URL.canParse(`http://${host}`)) return false;
      const url = new URL(`http://${host}`);
      // Anything but a bare host and port, like a user name in front, is not a host.
      if (url.host !== host.toLowerCase() && `${url.host}:80` !== host.toLowerCase()) return false;
      return host.toLowerCase() === own.host || LOOPBACK.has(url.hostname);
    },
    isOwnOrigin(origin) {
      if (!URL.canParse(origin)) return false;
      const url = new URL(origin);
      if (url.origin === own.origin) return true;
      return LOOPBACK.has(own.hostname) && LOOPBACK.has(url.hostname) && url.port === own.port;
    },
  };
}

/**
 * 400 for a request that names more than one host, as RFC 9112 section 3.2 demands, or whose target is no path. A whole
 * URL as the target is read as the request for its path, when its host is this product's.
 */
export function refuseOtherTargets({ isOwnHost }: OwnAddress): RequestHandler {
  return (request, response, next) => {
    const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name));
    const target = hosts.length > 1 ? null : toOwnTarget(request, isOwnHost);
    if (!target) {
      response.status(400).json({ message: "This is not a valid request." });
      return;
    }
    request.url = request.originalUrl = target.path;
    if (target.host !== null) request.headers.host = target.host;
    next();
  };
}

/** RFC 9112 section 3.2.2: the host of a whole URL counts in place of the Host header. */
const WHOLE_URL = /^http:\/\/([^/?#]+)([^#]*)/i;

function toOwnTarget(
  { url }: Request,
  isOwnHost: OwnAddress["isOwnHost"],
): { path: string; host: string | null } | null {
  if (url.startsWith("/")) return { path: url, host: null };
  const [, host, rest = ""] = WHOLE_URL.exec(url) ?? [];
  if (host === undefined || !isOwnHost(host)) return null;
  return { path: rest.startsWith("/") ? rest : `/${rest}`, host };
}

/** 421 for a request to another name: links and redirects must not follow a forged Host. */
export function refuseOtherHosts({ isOwnHost }: OwnAddress): RequestHandler {
  return (request, response, next) => {
    // The product knows its own URL; the framework's adapter would believe these, and fail where they make none.
    delete request.headers["x-forwarded-host"];
    delete request.headers["x-forwarded-proto"];
    if (isOwnHost(request.headers.host)) next();
    else response.status(421).json({ message: "This server does not serve that host name." });
  };
}
