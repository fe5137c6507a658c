import { expect, test } from "vitest";
import { makeLog } from "./log.server";

function logged(write: (log: ReturnType<typeof makeLog>) => void): string {
  let lines = "";
  write(makeLog("info", { write: (line) => (lines += line) }));
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

test("an error is told with its causes and their codes, and with nothing that a library hung on it", () => {
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

test("an error that is its own cause is told, too", () => {
  const failure = new Error("round");
  failure.cause = failure;
  for (const [err, told] of [
    [failure, "round"],
    ["thrown as text", "thrown as text"],
  ]) {
    const line = logged((log) => {
      log.error({ err }, "x");
    });
    expect(line).toContain(told);
  }
});
