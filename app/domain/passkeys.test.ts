import { expect, test } from "vitest";
import { findAuthenticatorName, findPageObstacle, findPasskeyObstacle, toRpId } from "./passkeys";

test.each([
  "http://localhost:3000",
  "http://app.localhost:3000",
  "https://example.com",
  "https://a.b.example",
])("a product at %s can have passkeys", (url) => {
  expect(findPasskeyObstacle(url)).toBeNull();
});

test.each([
  ["http://127.0.0.1:3000", { kind: "ip", url: "http://localhost:3000" }],
  ["http://[::1]:8080", { kind: "ip", url: "http://localhost:8080" }],
  ["http://192.0.2.7:3000", { kind: "ip", url: null }],
  ["https://[2001:db8::1]", { kind: "ip", url: null }],
  ["http://example.com", { kind: "insecure", url: "https://example.com" }],
])("a product at %s can have none, and where it could is said", (url, obstacle) => {
  expect(findPasskeyObstacle(url)).toEqual(obstacle);
});

test("a page at another host or port than the product's is elsewhere", () => {
  expect(findPageObstacle("http://localhost:3000", "LOCALHOST:3000")).toBeNull();
  for (const host of ["127.0.0.1:3000", "localhost:3001", "localhost"])
    expect(findPageObstacle("http://localhost:3000", host)).toEqual({
      kind: "elsewhere",
      url: "http://localhost:3000",
    });
});

test("passkeys belong to the host without its port", () => {
  expect(toRpId("http://localhost:3000")).toBe("localhost");
});

test("an authenticator that is not known has no name", () => {
  expect(findAuthenticatorName("d548826e-79b4-db40-a3d8-11116f7e8349")).toBe("Bitwarden");
  for (const unknown of ["00000000-0000-0000-0000-000000000000", "constructor", "__proto__"])
    expect(findAuthenticatorName(unknown)).toBeNull();
});
