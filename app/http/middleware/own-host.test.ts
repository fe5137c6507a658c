import { describe, expect, test } from "vitest";
import { toOwnHost } from "./own-host";

describe("with a public URL, the product", () => {
  const { isOwnHost, isOwnOrigin } = toOwnHost("https://app.example.com");

  test.each(["app.example.com", "APP.example.com", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"])(
    "answers under %s",
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
  ])("does not answer under %j", (host) => {
    expect(isOwnHost(host)).toBe(false);
  });

  test("accepts forms only from its own origin", () => {
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
});
