/** Which saved settings a backup holds, and where a restore leaves them. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings, restoreSettings } from "./settings-file.server";
import { writeWhole } from "./write-whole.server";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const save = (settings: object) => writeFileSync(join(folder, "config.json"), JSON.stringify(settings));

test("secrets in plain text and the places of the old machine are left out and named; encrypted secrets stay", async () => {
  const kept = { SUPPORT_EMAIL: "help@example.com", STRIPE_WEBHOOK_SECRET: "v1.abc.def" };
  const left = {
    APP_SECRET: "v1.abc.def",
    DATABASE_URL: "postgres://localhost/old",
    FACEBOOK_CLIENT_SECRET: "plain",
    SMTP_URL: "smtp://me:word@example.com",
    STRIPE_SECRET_KEY: "sk_test_plain",
  };
  save({ ...kept, ...left });
  const { text, omitted } = await readSettings(folder);
  expect(JSON.parse(text ?? "")).toEqual(kept);
  expect(omitted.sort()).toEqual(Object.keys(left));
});

test("of what setup has saved, a backup holds the settings alone", async () => {
  const settings = { SUPPORT_EMAIL: "help@example.com", MAILGUN_API_KEY: "v1.abc.def" };
  save({ version: 1, revision: 4, settings: { ...settings, DATABASE_URL: "v1.abc.def" }, tests: {} });
  const { text, omitted } = await readSettings(folder);
  expect([JSON.parse(text ?? ""), omitted]).toEqual([settings, ["DATABASE_URL"]]);
});

test("without saved settings there is nothing to back up", async () => {
  expect(await readSettings(folder)).toEqual({ text: null, omitted: [] });
});

test("restored settings are private, and never replace those of the installation", async () => {
  expect(await restoreSettings(folder, '{"LOG_LEVEL":"warn"}', writeWhole)).toBe(true);
  expect(statSync(join(folder, "config.json")).mode & 0o077).toBe(0);
  expect(await restoreSettings(folder, '{"LOG_LEVEL":"debug"}', writeWhole)).toBe(false);
  expect(readFileSync(join(folder, "config.json"), "utf8")).toBe('{"LOG_LEVEL":"warn"}');
});

test("settings that are no settings fail the backup, because a restore could not start with them", async () => {
  for (const broken of [["LOG_LEVEL"], { LOG_LEVEL: 1 }, { "log level": "warn" }]) {
    save(broken);
    await expect(readSettings(folder)).rejects.toThrow("not readable as settings");
  }
});
