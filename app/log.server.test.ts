import pino from "pino";
import { expect, test, vi } from "vitest";
import { AppError } from "./domain/errors";
import { describeFailure } from "./i18n/translator.server";
import { makeLog } from "./log.server";

function logged(write: (log: ReturnType<typeof makeLog>) => void): string {
  let lines = "";
  write(makeLog("info", { to: { write: (line) => (lines += line) }, describe: describeFailure }));
  return lines;
}

test("values of fields named like a secret are left out", () => {
  const line = logged((log) => {
    log.info(
      { token: "canary", mail: { payload: "canary" }, request: { headers: { cookie: "canary" } } },
      "x",
    );
  });
  expect(line).not.toContain("canary");
  expect(line).toContain("[secret]");
});

test("an error is logged with its causes and their codes, and without what a library added to it", () => {
  const driver = Object.assign(new Error("no such table"), {
    code: "42P01",
    parameters: ["canary"],
    parent: {},
  });
  const failure = Object.assign(new Error("it failed", { cause: driver }), { response: "canary" });
  const line = logged((log) => {
    log.error({ err: failure }, "x");
  });
  expect(line).not.toContain("canary");
  expect(JSON.parse(line)).toMatchObject({
    err: {
      type: "Error",
      message: "it failed",
      stack: expect.stringContaining("log.server.test") as string,
      cause: { type: "Error 42P01", message: "no such table" },
    },
  });
});

test("an error that is its own cause is logged", () => {
  const failure = new Error("round");
  failure.cause = failure;
  for (const [err, message] of [
    [failure, "round"],
    ["thrown as text", "thrown as text"],
  ]) {
    const line = logged((log) => {
      log.error({ err }, "x");
    });
    expect(line).toContain(message);
  }
});

test("a failure of the product is logged as its English sentence, with its code", () => {
  const driver = new Error("no such table");
  const failure = new AppError("unavailable", "billing:errors.provider_away", { cause: driver });
  const line = logged((log) => {
    log.error({ err: new Error("it failed", { cause: failure }) }, "x");
  });
  const message = "The payment provider can't be reached right now. Try again in a moment.";
  expect(JSON.parse(line)).toMatchObject({
    err: {
      message: "it failed",
      cause: { type: "AppError unavailable", message, cause: { message: "no such table" } },
    },
  });
  expect(line).not.toContain("billing:");
});

test.each([
  [false, "203.0.113.0/24"],
  [true, "203.0.113.77"],
])(
  "a client's IP is shortened to its network, unless the setting asks for it in full: %s",
  (hasFullIps, network) => {
    let line = "";
    const log = makeLog("info", { to: { write: (text) => (line += text) }, hasFullIps });
    log.child({}, { redact: [] }).warn({ network: "203.0.113.77", ip: "203.0.113.77" }, "x");
    expect(JSON.parse(line)).toMatchObject({ network, ip: network });
  },
);

test("a silent logger opens no output", () => {
  const open = vi.spyOn(pino, "destination");
  makeLog("silent").error("lost");
  expect(open).not.toHaveBeenCalled();
});
