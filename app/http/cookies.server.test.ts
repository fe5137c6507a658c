import { expect, test } from "vitest";
import type { Config } from "~/config.server";
import { flashCookie, readFlash, readSessionCookie, sessionCookie } from "./cookies.server";

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

test("a message for the next page comes back as it was left", () => {
  const cookie = flashCookie(http, { variant: "error", message: "errors:conflict" });
  expect(readFlash(cookie.split(";")[0] ?? "")).toEqual({ variant: "error", message: "errors:conflict" });
});

test("a message about a form of the next page says which, and about which field", () => {
  const flash = { variant: "error", message: "form:email", form: "email", field: "email" } as const;
  expect(readFlash(flashCookie(http, flash).split(";")[0] ?? "")).toEqual(flash);
});

test("what was typed comes along, unless it is long", () => {
  const flash = { variant: "error", message: "form:email", form: "email", field: "email" } as const;
  const comesBack = (values: Record<string, string>) =>
    readFlash(flashCookie(http, { ...flash, values }).split(";")[0] ?? "")?.values;
  expect(comesBack({ email: "nobody; no" })).toEqual({ email: "nobody; no" });
  expect(comesBack({ email: "é".repeat(600) })).toBeUndefined();
});

test.each(["flash=x", "flash=%7B%7D", "flash=%5B%22success%22%5D", "flash=%5B%22loud%22%2C%22x%22%5D", ""])(
  "%j is no message of ours",
  (header) => {
    expect(readFlash(header)).toBeNull();
  },
);
