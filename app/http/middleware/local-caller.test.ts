/** Which requests count as coming from this machine. */
import { expect, test } from "vitest";
import { isLocalCaller } from "./local-caller";

const BROWSER = [
  "Host",
  "localhost:3000",
  "User-Agent",
  "Firefox",
  "Accept-Language",
  "en",
  "Cookie",
  "via=1",
];
const received = (remoteAddress: string | undefined, headers: string[] = [], httpVersion = "1.1") => ({
  socket: { remoteAddress },
  rawHeaders: [...BROWSER, ...headers],
  httpVersion,
});

test.each(["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", "0:0:0:0:0:0:0:1"])(
  "%s is the loopback",
  (peer) => {
    expect(isLocalCaller(received(peer))).toBe(true);
  },
);

test.each([
  "192.168.1.7",
  "10.0.0.1",
  "::ffff:192.168.1.7",
  "2001:db8::1",
  "128.0.0.1",
  "fe80::1%eth0",
  "",
  undefined,
])("%s is another machine", (peer) => {
  expect(isLocalCaller(received(peer))).toBe(false);
});

test.each([
  "Forwarded",
  "forwarded-for",
  "VIA",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "x-forwarded-proto",
  "X-Forwarded-Anything",
  "X-Forwarded",
  "X-Real-IP",
  "X-Rewrite-URL",
  "X-Varnish",
  "X-Cloud-Trace-Context",
  "X-Nginx-Proxy",
  "X-Proxy-Host",
  "X-Client-IP",
  "X-Cluster-Client-IP",
  "True-Client-IP",
  "CF-Connecting-IP",
  "CF-Ray",
  "CDN-Loop",
  "Fastly-Client-IP",
  "Fly-Client-IP",
  "X-Original-Host",
  "X-Remote-Addr",
  "X-Envoy-External-Address",
  "X-Amzn-Trace-Id",
])("a request with %s was forwarded by a proxy", (name) => {
  expect(isLocalCaller(received("127.0.0.1", [name, ""]))).toBe(false);
});

test("a request with HTTP/1.0 comes from a proxy", () => {
  expect(isLocalCaller(received("127.0.0.1", [], "1.0"))).toBe(false);
});
