import { createCookieSessionStorage } from "@remix-run/node";
import { serialize } from "cookie";
import { describe, expect, test, vi } from "vitest";
import type { Config } from "~/config/config.server";
import { FLASH_LIFE_MS, AUTHORIZATION_LIFE_MS } from "~/domain/limits";
import { createFirstSecrets } from "~/services/platform/crypto/hash-keys.server";
import { createAuthorizationCookie } from "./authenticator.server";
import { serializeFlashCookie, readFlash, readSessionCookie, serializeSessionCookie } from "./cookies.server";

const https = { appUrl: "https://app.example.com" } as Config;
const http = { appUrl: "http://localhost:3000" } as Config;

test("over https the session cookie is __Host-, Secure, HttpOnly and SameSite=Lax", () => {
  const cookie = serializeSessionCookie(https, "ses_x", new Date("2027-01-01T00:00:00Z"));
  expect(cookie).toBe(
    "__Host-session=ses_x; Path=/; Expires=Fri, 01 Jan 2027 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax",
  );
  expect(readSessionCookie(https, "__Host-session=ses_x")).toBe("ses_x");
  expect(readSessionCookie(https, "session=ses_x")).toBeUndefined();
});

test("over plain http the session cookie has no Secure and another name", () => {
  expect(serializeSessionCookie(http, "ses_x", new Date())).toMatch(/^session=ses_x; /);
  expect(serializeSessionCookie(http, "ses_x", new Date())).not.toContain("Secure");
});

describe("a message for the next page", () => {
  const { sign } = createFirstSecrets("a secret of the tests, long enough for it");
  const createFlashParts = (config: Config) => ({
    config,
    secrets: createFirstSecrets("a secret of the tests, long enough for it"),
  });
  const readBack = (cookie: string, config = http) =>
    readFlash(createFlashParts(config), cookie.split(";")[0] ?? "");
  const flash = { variant: "error", message: "form:email?label=Correo" } as const;
  const serializeForgedFlash = (value: string) => serialize("flash", value);

  test("the next request reads the message that was written", () => {
    const plain = { variant: "success", message: "errors:conflict" } as const;
    expect(readBack(serializeFlashCookie(createFlashParts(http), plain))).toEqual(plain);
    expect(readBack(serializeFlashCookie(createFlashParts(http), flash))).toEqual(flash);
  });

  test("the cookie of a message over https is __Host- and Secure", () => {
    const cookie = serializeFlashCookie(createFlashParts(https), flash);
    expect(cookie).toMatch(/^__Host-flash=.*; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(readBack(cookie, https)).toEqual(flash);
    expect(readBack(cookie.replace("__Host-", ""), https)).toBeNull();
  });

  test("the cookie holds only the message, and never what the user typed", () => {
    const typed = { ...flash, values: { email: "nobody@example.com" } };
    expect(serializeFlashCookie(createFlashParts(http), typed)).not.toContain("nobody");
    expect(readBack(serializeFlashCookie(createFlashParts(http), typed))).toEqual(flash);
  });

  test("Undo goes along, and is left out when the cookie would be too long for a browser", () => {
    const undo = { action: "/account/users", fields: { intent: "change-role", undo: "true" } };
    expect(readBack(serializeFlashCookie(createFlashParts(http), { ...flash, undo }))).toEqual({
      ...flash,
      undo,
    });
    const lasting = { ...flash, isLasting: true };
    expect(readBack(serializeFlashCookie(createFlashParts(http), lasting))).toEqual(lasting);
    expect(readBack(serializeFlashCookie(createFlashParts(http), { ...lasting, undo }))).toEqual({
      ...lasting,
      undo,
    });
    const long = { ...undo, action: `/account/users?search=${"x".repeat(4000)}` };
    const cookie = serializeFlashCookie(createFlashParts(https), { ...flash, undo: long });
    expect(cookie.length).toBeLessThan(4096);
    expect(readBack(cookie, https)).toEqual(flash);
  });

  test("the message expires after a minute, even when the browser keeps the cookie", () => {
    vi.useFakeTimers({ now: 0 });
    const cookie = serializeFlashCookie(createFlashParts(http), flash);
    vi.setSystemTime(FLASH_LIFE_MS + 1);
    expect(readBack(cookie)).toBeNull();
    vi.useRealTimers();
  });

  const written = JSON.stringify([Date.now() + 9e9, "error", "errors:conflict"]);
  test.each([
    ["nothing", ""],
    ["the text alone", written],
    ["the text of old", JSON.stringify(["error", "errors:conflict"])],
    ["no signature", `.${written}`],
    ["another signature", `${sign("flash", "x")}.${written}`],
    ["the signature of another purpose", `${sign("log", written)}.${written}`],
    ["an altered text", `${sign("flash", written)}.${written.replace("conflict", "internal")}`],
    ["half a signature", `${sign("flash", written).slice(0, 20)}.${written}`],
    ["a broken escape", "%zz"],
  ])("%s gives no message", (_, value) => {
    expect(readBack(serializeForgedFlash(value))).toBeNull();
  });
});

describe("the session of a sign-in by an identity provider", () => {
  const secrets = createFirstSecrets("a secret of the tests, long enough for it");
  const storageFor = (config: Config, others = secrets) =>
    createCookieSessionStorage({ cookie: createAuthorizationCookie({ config, secrets: others }) });

  async function commit(config: Config): Promise<string> {
    const storage = storageFor(config);
    const session = await storage.getSession();
    session.set("facebook:verifier", "a verifier");
    return storage.commitSession(session);
  }

  test("the session is encrypted, lives for ten minutes, and can be read again", async () => {
    const cookie = await commit(https);
    expect(cookie).toMatch(
      /^__Host-social=v1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await storageFor(https).getSession(cookie)).get("facebook:verifier")).toBe("a verifier");
  });

  test("a session that expired, was altered, or has another secret is empty", async () => {
    const cookie = await commit(http);
    const read = async (header: string, others = secrets) =>
      (await storageFor(http, others).getSession(header)).data;
    expect(await read(cookie.replace(";", "AAAA;"))).toEqual({});
    expect(await read(cookie, createFirstSecrets("another secret, also long enough, of course"))).toEqual({});
    vi.useFakeTimers({ now: Date.now() + AUTHORIZATION_LIFE_MS + 1 });
    expect(await read(cookie)).toEqual({});
    vi.useRealTimers();
  });

  test("destroying the session clears the cookie", async () => {
    const storage = storageFor(http);
    expect(await storage.destroySession(await storage.getSession())).toMatch(/^social=; Max-Age=0; /);
  });
});
