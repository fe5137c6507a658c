import { createCookieSessionStorage } from "@remix-run/node";
import { serialize } from "cookie";
import { describe, expect, test, vi } from "vitest";
import type { Config } from "~/config.server";
import { FLASH_LIFE_MS, SOCIAL_SESSION_MS } from "~/domain/limits";
import { makeSecrets } from "~/services/platform/crypto/secrets.server";
import {
  createSocialCookie,
  flashCookie,
  readFlash,
  readSessionCookie,
  sessionCookie,
} from "./cookies.server";

const https = { appUrl: "https://app.example.com" } as Config;
const http = { appUrl: "http://localhost:3000" } as Config;

test("over https the session cookie is __Host-, Secure, HttpOnly and SameSite=Lax", () => {
  const cookie = sessionCookie(https, "ses_x", new Date("2027-01-01T00:00:00Z"));
  expect(cookie).toBe(
    "__Host-session=ses_x; Path=/; Expires=Fri, 01 Jan 2027 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax",
  );
  expect(readSessionCookie(https, "__Host-session=ses_x")).toBe("ses_x");
  expect(readSessionCookie(https, "session=ses_x")).toBeUndefined();
});

test("over plain http it goes without Secure, under a name of its own", () => {
  expect(sessionCookie(http, "ses_x", new Date())).toMatch(/^session=ses_x; /);
  expect(sessionCookie(http, "ses_x", new Date())).not.toContain("Secure");
});

describe("a message for the next page", () => {
  const { sign } = makeSecrets("a secret of the tests, long enough for it");
  const parts = (config: Config) => ({
    config,
    secrets: makeSecrets("a secret of the tests, long enough for it"),
  });
  const back = (cookie: string, config = http) => readFlash(parts(config), cookie.split(";")[0] ?? "");
  const flash = { variant: "error", message: "form:email?label=Correo" } as const;
  const forged = (value: string) => serialize("flash", value);

  test("comes back as it was left", () => {
    const plain = { variant: "success", message: "errors:conflict" } as const;
    expect(back(flashCookie(parts(http), plain))).toEqual(plain);
    expect(back(flashCookie(parts(http), flash))).toEqual(flash);
  });

  test("is __Host- over https, and Secure", () => {
    const cookie = flashCookie(parts(https), flash);
    expect(cookie).toMatch(/^__Host-flash=.*; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(back(cookie, https)).toEqual(flash);
    expect(back(cookie.replace("__Host-", ""), https)).toBeNull();
  });

  test("holds nothing but the message: what was typed never goes into a cookie", () => {
    const typed = { ...flash, values: { email: "nobody@example.com" } };
    expect(flashCookie(parts(http), typed)).not.toContain("nobody");
    expect(back(flashCookie(parts(http), typed))).toEqual(flash);
  });

  test("is gone after a minute, whatever the browser does", () => {
    vi.useFakeTimers({ now: 0 });
    const cookie = flashCookie(parts(http), flash);
    vi.setSystemTime(FLASH_LIFE_MS + 1);
    expect(back(cookie)).toBeNull();
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
  ])("is not made of %s", (_, value) => {
    expect(back(forged(value))).toBeNull();
  });
});

describe("the session of a sign-in by a social network", () => {
  const secrets = makeSecrets("a secret of the tests, long enough for it");
  const storageFor = (config: Config, others = secrets) =>
    createCookieSessionStorage({ cookie: createSocialCookie({ config, secrets: others }) });

  async function commit(config: Config): Promise<string> {
    const storage = storageFor(config);
    const session = await storage.getSession();
    session.set("facebook:verifier", "a verifier");
    return storage.commitSession(session);
  }

  test("is encrypted, for ten minutes, and read again", async () => {
    const cookie = await commit(https);
    expect(cookie).toMatch(
      /^__Host-social=v1\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await storageFor(https).getSession(cookie)).get("facebook:verifier")).toBe("a verifier");
  });

  test("is empty after its time, when it was altered, and under another secret", async () => {
    const cookie = await commit(http);
    const read = async (header: string, others = secrets) =>
      (await storageFor(http, others).getSession(header)).data;
    expect(await read(cookie.replace(";", "AAAA;"))).toEqual({});
    expect(await read(cookie, makeSecrets("another secret, also long enough, of course"))).toEqual({});
    vi.useFakeTimers({ now: Date.now() + SOCIAL_SESSION_MS + 1 });
    expect(await read(cookie)).toEqual({});
    vi.useRealTimers();
  });

  test("is cleared by destroying it", async () => {
    const storage = storageFor(http);
    expect(await storage.destroySession(await storage.getSession())).toMatch(/^social=; Max-Age=0; /);
  });
});
