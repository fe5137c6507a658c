/** Which requests come from this machine itself: the stand-ins for mail, payments and social networks answer no others. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import type { RequestHandler } from "express";
import errors from "~/i18n/en/errors.json";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** What proxies, load balancers and content networks add to a request that they pass on. */
const ADDED_BY_PROXIES =
  /^(via|cdn-loop|forwarded.*|x-forwarded.*|x-original-.*|x-(amzn|arr|azure|cloud|envoy|nginx|proxy|rewrite|scheme|varnish|vercel).*|(cf|fly|fastly|akamai)-.*|.*-(ip|addr))$/i;

/** What is needed of a request to tell where it comes from. */
export type Received = Pick<IncomingMessage, "httpVersion" | "rawHeaders"> & {
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
};

/**
 * Whether a request comes over the loopback, and no proxy passed it on. The Host header says nothing about that: anyone
 * can write it. HTTP/1.0 is what nginx speaks to a server unless it is configured, with no header of its own; browsers
 * do not.
 */
export function isLocalCaller({ socket, rawHeaders, httpVersion }: Received): boolean {
  const peer = socket.remoteAddress ?? "";
  if (!LOOPBACK.check(peer, isIPv6(peer) ? "ipv6" : "ipv4")) return false;
  if (httpVersion === "1.0") return false;
  return !rawHeaders.some((name, index) => index % 2 === 0 && ADDED_BY_PROXIES.test(name));
}

/** 404 for any other caller. */
export const requireLocalCaller: RequestHandler = (request, response, next) => {
  if (isLocalCaller(request)) next();
  else response.status(404).json({ message: errors.not_found });
};
