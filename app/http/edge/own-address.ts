/** Which names this product answers to: its public address, and this machine's loopback. */
import type { RequestHandler } from "express";

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

/** 421 for a request to another name: links and redirects must not follow a forged Host. */
export function refuseOtherHosts({ isOwnHost }: OwnAddress): RequestHandler {
  return (request, response, next) => {
    // The product never reads these; the framework's adapter would.
    delete request.headers["x-forwarded-host"];
    if (isOwnHost(request.headers.host)) next();
    else response.status(421).json({ message: "This server does not serve that host name." });
  };
}
