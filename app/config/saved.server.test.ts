/** The saved settings: their secrets, their revisions, and a file that is whole at every moment. */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toKeys } from "~/crypto/secrets.server";
import {
  countSavedSecrets,
  decryptSettings,
  mergeSettings,
  readSavedFile,
  rekeySavedSecrets,
  SavedSettingsError,
  SettingsConflictError,
  writeSavedFile,
} from "./saved.server";
import { readConfig } from "./config.server";

const SECRET = "an application secret of more than 32 characters";
const KEYS = toKeys(SECRET);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-saved-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, "config.json");
const save = (changes: Record<string, string | null>) => {
  const saved = readSavedFile(folder);
  const settings = mergeSettings(saved.settings, changes, KEYS);
  writeSavedFile(folder, { ...saved, settings, revision: saved.revision + 1 }, saved.revision);
};
const read = () => decryptSettings(folder, readSavedFile(folder).settings, KEYS);

describe("what is saved", () => {
  test("secrets are encrypted, the rest is readable, and only the owner reads the file", () => {
    save({ SMTP_URL: "smtp://me:canary@mail.test", MAIL_FROM: "me@example.com" });
    const text = readFileSync(file(), "utf8");
    expect(text).toContain("me@example.com");
    expect(text).not.toContain("canary");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(read()).toEqual({ SMTP_URL: "smtp://me:canary@mail.test", MAIL_FROM: "me@example.com" });
    expect(readConfig({ DATA_DIR: folder, APP_SECRET: SECRET }).smtpUrl).toBe("smtp://me:canary@mail.test");
  });

  test("null removes a setting, and the others stay as they are", () => {
    save({ MAIL_FROM: "me@example.com", STRIPE_SECRET_KEY: "sk_test_1" });
    const before = readSavedFile(folder).settings.STRIPE_SECRET_KEY;
    save({ MAIL_FROM: null });
    expect(readSavedFile(folder).settings).toEqual({ STRIPE_SECRET_KEY: before });
  });

  test("an encrypted secret cannot be moved to another setting", () => {
    save({ STRIPE_SECRET_KEY: "sk_test_1" });
    const saved = readSavedFile(folder);
    const moved = { STRIPE_WEBHOOK_SECRET: saved.settings.STRIPE_SECRET_KEY ?? "" };
    expect(() => decryptSettings(folder, moved, KEYS)).toThrow(SavedSettingsError);
  });

  test("another APP_SECRET is an error that names the setting, and no value", () => {
    save({ SMTP_URL: "smtp://me:canary@mail.test" });
    const environment = { DATA_DIR: folder, APP_SECRET: `another ${SECRET}` };
    expect(() => readConfig(environment)).toThrow(
      /config\.json .*SMTP_URL was encrypted with another APP_SECRET/,
    );
  });

  test("a file that an operator has written by hand holds names and values alone", () => {
    writeFileSync(file(), '{"MAIL_FROM":"me@example.com","SMTP_URL":"smtp://mail.test"}');
    expect(readSavedFile(folder)).toMatchObject({ revision: 0, finishedAt: null });
    expect(read()).toEqual({ MAIL_FROM: "me@example.com", SMTP_URL: "smtp://mail.test" });
  });

  test.each([
    ['{"version":1', /it is not JSON/],
    ['{"version":2,"settings":{}}', /the expected fields/],
    ['{"version":1,"revision":-1,"settings":{}}', /the expected fields/],
    ["[]", /the expected fields/],
    ["", /it is not JSON/],
  ])("%s is an error that names the file", (text, reason) => {
    writeFileSync(file(), text);
    expect(() => readSavedFile(folder)).toThrow(reason);
    expect(() => readSavedFile(folder)).toThrow(file());
  });
});

describe("writing", () => {
  test("the second of two writers that started from one revision is refused, and nothing of it is written", () => {
    const saved = readSavedFile(folder);
    save({ MAIL_FROM: "first@example.com" });
    const second = { ...saved, settings: { MAIL_FROM: "second@example.com" }, revision: 1 };
    expect(() => writeSavedFile(folder, second, 0)).toThrow(SettingsConflictError);
    expect(read()).toEqual({ MAIL_FROM: "first@example.com" });
  });

  test("while another process writes, a writer is refused; a lock that a killed process has left counts no longer", () => {
    writeFileSync(`${file()}.lock`, "");
    expect(() => save({ MAIL_FROM: "me@example.com" })).toThrow(SettingsConflictError);
    const minuteAgo = new Date(Date.now() - 60_000);
    utimesSync(`${file()}.lock`, minuteAgo, minuteAgo);
    save({ MAIL_FROM: "me@example.com" });
    expect(readdirSync(folder)).toEqual(["config.json"]);
  });

  test.skipIf(process.getuid?.() === 0)("a folder that cannot be written leaves the previous file", () => {
    save({ MAIL_FROM: "first@example.com" });
    chmodSync(folder, 0o500);
    expect(() => save({ MAIL_FROM: "second@example.com" })).toThrow();
    chmodSync(folder, 0o700);
    expect(read()).toEqual({ MAIL_FROM: "first@example.com" });
  });
});

describe("a new secret", () => {
  const both = { appSecret: `another ${SECRET}`, otherSecrets: [SECRET] };

  test("the previous one still reads; afterwards the new one is enough, and plain settings stay as they are", () => {
    save({ SMTP_URL: "smtp://me:canary@mail.test", MAIL_FROM: "me@example.com" });
    const environment = { DATA_DIR: folder, APP_SECRET: both.appSecret };
    const previous = { APP_SECRET_PREVIOUS: SECRET };
    expect(readConfig({ ...environment, ...previous }).smtpUrl).toBe("smtp://me:canary@mail.test");
    expect(countSavedSecrets(folder, both)).toEqual({ current: 0, other: 1, unknown: 0 });
    expect([rekeySavedSecrets(folder, both), rekeySavedSecrets(folder, both)]).toEqual([1, 0]);
    expect(countSavedSecrets(folder, toKeys(both.appSecret))).toEqual({ current: 1, other: 0, unknown: 0 });
    expect(readConfig(environment).smtpUrl).toBe("smtp://me:canary@mail.test");
    expect(readSavedFile(folder).settings.MAIL_FROM).toBe("me@example.com");
  });

  test("a form that was opened before is refused, and cannot bring the previous encryption back", () => {
    save({ SMTP_URL: "smtp://me:canary@mail.test" });
    const opened = readSavedFile(folder);
    rekeySavedSecrets(folder, both);
    expect(() => writeSavedFile(folder, opened, opened.revision)).toThrow(SettingsConflictError);
  });

  test("while a form is being saved nothing is changed", () => {
    save({ SMTP_URL: "smtp://me:canary@mail.test" });
    const before = readFileSync(file(), "utf8");
    writeFileSync(`${file()}.lock`, "");
    expect(() => rekeySavedSecrets(folder, both)).toThrow(SettingsConflictError);
    expect(readFileSync(file(), "utf8")).toBe(before);
  });
});
