/** Which requests come from this machine: the sandboxes for mail, payments and social networks answer no others. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import type { RequestHandler } from "express";
import { RequestError } from "./errors";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** What proxies, load balancers and content networks add to a request that they pass on. */
const ADDED_BY_PROXIES =
  /^(via|cdn-loop|forwarded.*|x-forwarded.*|x-original-.*|x-(amzn|arr|azure|cloud|envoy|nginx|proxy|rewrite|scheme|varnish|vercel).*|(cf|fly|fastly|akamai)-.*|.*-(ip|addr))$/i;

/** The parts of a request that show where it comes from. */
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
export const requireLocalCaller: RequestHandler = (request, _response, next) => {
  if (isLocalCaller(request)) next();
  else next(new RequestError(404, "errors:not_found"));
};
