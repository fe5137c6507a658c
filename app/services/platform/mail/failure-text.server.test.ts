import { describe, expect, test } from "vitest";
import { toFailureText } from "./failure-text.server";

const values = {
  name: "Grace Hopper",
  link: "https://app.test/verify?token=ver_abcdefghijklmnopqrstuvwxyz",
  hours: 24,
};
const mail = { recipient: "grace@acme.test", payload: JSON.stringify(values) };

describe("why a mail was not sent", () => {
  test("keeps the code and what the other side said", () => {
    const error = Object.assign(new Error("EACCES: permission denied, mkdir '/var/lib/app/mail'"), {
      code: "EACCES",
    });

    expect(toFailureText(error, mail)).toBe("EACCES: EACCES: permission denied, mkdir '/var/lib/app/mail'");
  });

  test.each([
    ["the recipient", "550 grace@acme.test is unknown", "550 […] is unknown"],
    ["another address", "relay for <ops@relay.test> denied", "relay for <[address]> denied"],
    ["a value of the mail", "spam: Grace Hopper", "spam: […]"],
    ["a link", "see https://relay.test/why?id=1 now", "see [link] now"],
    ["a server's password", "smtp://me:s3cret@relay.test is down", "[link] is down"],
    ["a token", "bad ver_abcdefghijklmnopqrstuvwxyz here", "bad [token] here"],
    ["line breaks", "two\r\nlines", "two lines"],
  ])("is without %s", (_what, message, expected) => {
    expect(toFailureText(new Error(message), mail)).toBe(expected);
  });

  test("stays short, whatever the other side sends", () => {
    expect(toFailureText(new Error("x ".repeat(10_000)), mail).length).toBe(500);
  });

  test("is told even when the mail could not be opened, and when no error was thrown", () => {
    expect(toFailureText("odd", { recipient: "grace@acme.test", payload: "" })).toBe("odd");
  });
});
