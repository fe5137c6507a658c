/** Recognizes requests from this machine: the sandboxes for mail, payments and identity providers answer only these. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import type { RequestHandler } from "express";
import { RequestError } from "./errors";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Headers that proxies, load balancers and CDNs add to a request that they forward. */
const ADDED_BY_PROXIES =
  /^(via|cdn-loop|forwarded.*|x-forwarded.*|x-original-.*|x-(amzn|arr|azure|cloud|envoy|nginx|proxy|rewrite|scheme|varnish|vercel).*|(cf|fly|fastly|akamai)-.*|.*-(ip|addr))$/i;

/** The parts of a request that reveal where it comes from. */
export type Received = Pick<IncomingMessage, "httpVersion" | "rawHeaders"> & {
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
};

/**
 * Whether a request comes over the loopback, and no proxy forwarded it. The Host header proves nothing, because any client
 * can write it. By default, nginx forwards with HTTP/1.0 and adds no header; browsers do not use HTTP/1.0.
 */
export function isLocalCaller({ socket, rawHeaders, httpVersion }: Received): boolean {
  const peer = socket.remoteAddress ?? "";
  if (!LOOPBACK.check(peer, isIPv6(peer) ? "ipv6" : "ipv4")) return false;
  if (httpVersion === "1.0") return false;
  return !rawHeaders.some((name, index) => index % 2 === 0 && ADDED_BY_PROXIES.test(name));
}

/** Answers 404 to any other caller. */
export const requireLocalCaller: RequestHandler = (request, _response, next) => {
  if (isLocalCaller(request)) next();
  else next(new RequestError(404, "errors:not_found"));
};
