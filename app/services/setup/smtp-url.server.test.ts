import { expect, test } from "vitest";
import { composeSmtpUrl, parseSmtpUrl } from "./smtp-url.server";

const server = { host: "mail.example.com", port: 587, user: "ada@example.com", password: "a/b:c@d" };

test("the URL has the password encoded, and asks for encryption before it is sent", () => {
  const url = composeSmtpUrl(server, null);
  expect(url).toBe("smtp://ada%40example.com:a%2Fb%3Ac%40d@mail.example.com:587?requireTLS=true");
  expect(parseSmtpUrl(url)).toEqual({ host: server.host, port: 587, user: "ada@example.com" });
});

test("port 465 is encrypted from the start, and a server without a sign-in or on this machine needs nothing", () => {
  expect(composeSmtpUrl({ ...server, port: 465 }, null)).toMatch(/^smtps:\/\/.*:465$/);
  expect(composeSmtpUrl({ ...server, user: "", password: "" }, null)).toBe("smtp://mail.example.com:587");
  expect(composeSmtpUrl({ ...server, host: "127.0.0.1" }, null)).not.toContain("requireTLS");
});

test("a saved password is kept for the same server and user, and never sent to another one", () => {
  const saved = composeSmtpUrl(server, null);
  const keep = (changes: object) => composeSmtpUrl({ ...server, password: "", ...changes }, saved);
  expect(keep({})).toBe(saved);
  expect(keep({ host: "mail.attacker.example" })).not.toContain("a%2Fb");
  expect(keep({ user: "grace" })).not.toContain("a%2Fb");
});
