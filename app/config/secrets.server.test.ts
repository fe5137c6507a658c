/** The secret in use and those that only read, from the settings and from the data folder, also in the middle of a change. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rotateSecretFile } from "./secrets.server";
import { inspectConfig, readConfig } from "./config.server";

const [NEW, PREVIOUS] = ["n", "f"].map((letter) => letter.repeat(32)) as [string, string];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (given: Record<string, string> = {}) => {
  const { appSecret, otherSecrets } = readConfig({ DATA_DIR: folder, ...given });
  expect(inspectConfig({ DATA_DIR: folder, ...given })).toMatchObject({ appSecret, otherSecrets });
  return [appSecret, ...otherSecrets];
};
const readFile = (name: string) => readFileSync(join(folder, name), "utf8");

describe("the settings", () => {
  test("APP_SECRET_PREVIOUS only reads", () => {
    expect(read({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: PREVIOUS })).toEqual([NEW, PREVIOUS]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["an empty one", ""],
    ["the same as APP_SECRET", NEW],
  ])("%s counts as none", (_, previous) => {
    expect(read({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: previous })).toEqual([NEW]);
  });

  test.each([
    ["31 characters", "s".repeat(31), /APP_SECRET_PREVIOUS: must have at least 32 characters/],
    ["a comment behind it", `${PREVIOUS} # former`, /^APP_SECRET_PREVIOUS: a comment behind a value/],
  ])("%s is refused, without the value", (_, previous, reason) => {
    const readIt = () => read({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: previous });
    expect(readIt).toThrow(reason);
    expect(readIt).not.toThrow(previous);
  });

  test("from the file to APP_SECRET: the file's secret is given as the previous one, and the files are not read", () => {
    const [own = ""] = read();
    writeFileSync(join(folder, "app.secret.previous"), "p".repeat(43));
    expect(read({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: own })).toEqual([NEW, own]);
  });

  test("from APP_SECRET to the file: the previous one is given next to the file", () => {
    const [own = ""] = read();
    expect(read({ APP_SECRET_PREVIOUS: PREVIOUS })).toEqual([own, PREVIOUS]);
  });
});

describe("the files of the data folder", () => {
  test("two steps bring a new secret: it only reads, then it is in use and the previous one only reads", () => {
    const [own = ""] = read();
    expect(rotateSecretFile(folder)).toBe("prepared");
    const next = readFile("app.secret.next");
    expect(read()).toEqual([own, next]);
    expect(rotateSecretFile(folder)).toBe("swapped");
    expect(read()).toEqual([next, own]);
    expect(readdirSync(folder).sort()).toEqual(["app.secret", "app.secret.previous"]);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(next.length).toBeGreaterThanOrEqual(43);
  });

  test("a process that was started before the second step knows both secrets, so the order of restarts is free", () => {
    const [own = ""] = read();
    rotateSecretFile(folder);
    const before = read();
    rotateSecretFile(folder);
    expect(before.toSorted()).toEqual(read().toSorted());
    expect(before[0]).toBe(own);
  });

  test("killed between the two files of the second step, all secrets are known, and the step can be repeated", () => {
    const [own = ""] = read();
    rotateSecretFile(folder);
    writeFileSync(join(folder, "app.secret.previous"), own, { mode: 0o600 });
    const next = readFile("app.secret.next");
    expect(read()).toEqual([own, next]);
    expect(rotateSecretFile(folder)).toBe("swapped");
    expect(read()).toEqual([next, own]);
  });

  test("while a previous secret still reads, the next change is refused: it would be lost", () => {
    const [own] = read();
    for (let step = 0; step < 2; step += 1) rotateSecretFile(folder);
    expect(() => rotateSecretFile(folder)).toThrow(/app\.secret\.previous still reads/);
    expect(readFile("app.secret.previous")).toBe(own);
    rmSync(join(folder, "app.secret.previous"));
    expect(rotateSecretFile(folder)).toBe("prepared");
  });

  test("without a secret there is nothing to change", () => {
    expect(() => rotateSecretFile(folder)).toThrow(/does not exist/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(["app.secret.next", "app.secret.previous"])(
    "%s that was cut is an error that names it",
    (name) => {
      read();
      writeFileSync(join(folder, name), "cut");
      expect(() => read()).toThrow(name);
    },
  );
});
