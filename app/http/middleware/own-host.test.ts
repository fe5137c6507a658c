import { describe, expect, test } from "vitest";
import { isLoopbackHost, toOwnHost } from "./own-host";

describe("with a public URL, the product", () => {
  const { isOwnHost, isOwnOrigin } = toOwnHost("https://app.example.com");

  test.each(["app.example.com", "APP.example.com", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"])(
    "a product with a public URL answers under %s",
    (host) => {
      expect(isOwnHost(host)).toBe(true);
    },
  );

  test.each([
    "evil.example",
    "app.example.com.evil.example",
    "app:evil@x",
    "localhost:99999",
    "",
    undefined,
    "a b",
  ])("a product with a public URL does not answer under %j", (host) => {
    expect(isOwnHost(host)).toBe(false);
  });

  test("a product with a public URL accepts forms only from its own origin", () => {
    expect(isOwnOrigin("https://app.example.com")).toBe(true);
    for (const origin of [
      "http://app.example.com",
      "https://app.example.com:8443",
      "null",
      "http://localhost:3000",
      "",
    ]) {
      expect(isOwnOrigin(origin), origin).toBe(false);
    }
  });
});

test("with a loopback URL, all names of the loopback are the same origin on the same port", () => {
  const { isOwnOrigin } = toOwnHost("http://localhost:3000");
  expect(isOwnOrigin("http://127.0.0.1:3000")).toBe(true);
  expect(isOwnOrigin("http://localhost:3001")).toBe(false);
  expect(isOwnOrigin("https://localhost:3000")).toBe(false);
});

test("with a loopback URL on its scheme's usual port, a page of the other scheme is another origin", () => {
  for (const [own, other] of [
    ["http", "https"],
    ["https", "http"],
  ] as const) {
    const { isOwnOrigin } = toOwnHost(`${own}://localhost`);
    expect([isOwnOrigin(`${own}://127.0.0.1`), isOwnOrigin(`${other}://127.0.0.1`)]).toEqual([true, false]);
  }
});

test("only a bare loopback name and a port is a loopback host", () => {
  for (const host of ["localhost", "LOCALHOST:3000", "127.0.0.1", "127.0.0.1:80", "[::1]:3000"])
    expect([host, isLoopbackHost(host)]).toEqual([host, true]);
  for (const host of [
    "evil.example",
    "localhost.evil.example",
    "a@localhost",
    "localhost/",
    "127.0.0.2",
    "",
    undefined,
  ])
    expect([host, isLoopbackHost(host)]).toEqual([host, false]);
});
