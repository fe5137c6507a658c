import { expect, test } from "vitest";
import { ConfigError } from "../config/config.server";
import { describeStartFailure, toConfigError } from "./failure.server";

test("what an operator can put right is one sentence", () => {
  expect(describeStartFailure(new ConfigError("PORT: 80 is taken"))).toBe("PORT: 80 is taken");
  const unreached = toConfigError("DATABASE_URL", new Error("no answer"));
  expect(unreached).toBeInstanceOf(ConfigError);
  expect(describeStartFailure(unreached)).toBe("DATABASE_URL: no answer");
  const system = Object.assign(new Error("EROFS: read-only file system, open '/data/x'"), {
    syscall: "open",
  });
  expect(describeStartFailure(system)).toBe(system.message);
});

test("a mistake in the code keeps its stack", () => {
  const mistake = new TypeError("x is not a function");
  expect(toConfigError("DATABASE_URL", mistake)).toBe(mistake);
  expect(describeStartFailure(mistake)).toMatch(/^The product could not start\. TypeError: .*\n +at /);
});
