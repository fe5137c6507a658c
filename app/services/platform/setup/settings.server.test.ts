/** A change of settings is whole or nothing: it is saved only when the product starts with it, and used only when it is saved. */
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig, type Config } from "~/config/config.server";
import { makeLog } from "~/log.server";
import { createSettings, type PreparedSwitch } from "./settings.server";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundwork-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The events of the product that was started with the new settings. */
let events: string[];
let started: Config[];

function create(more: Partial<PreparedSwitch> = {}, onBoot: () => void | Promise<void> = () => undefined) {
  events = [];
  started = [];
  const config = readConfig({ DATA_DIR: folder });
  const prepared: PreparedSwitch = {
    hold: () => Promise.resolve(true),
    commit: () => void events.push("commit"),
    discard: () => Promise.resolve(void events.push("discard")),
    ...more,
  };
  return createSettings({
    config,
    log: makeLog("silent"),
    async prepareSwitch(next) {
      started.push(next);
      await onBoot();
      return prepared;
    },
  });
}

const CHANGE = {
  revision: 0,
  settings: { SUPPORT_EMAIL: "new@example.com" },
  step: "domain",
  level: "ok",
} as const;

test("the product starts with the new settings, they are saved, and then it takes over", async () => {
  const settings = create();
  await settings.change(CHANGE);
  expect(started[0]?.supportEmail).toBe("new@example.com");
  expect(events).toEqual(["commit"]);
  expect(settings.read()).toMatchObject({
    revision: 1,
    settings: CHANGE.settings,
    tests: { domain: { level: "ok" } },
  });
});

test("settings with which the product does not start are not saved", async () => {
  const settings = create({}, () => {
    throw new Error("no");
  });
  await expect(settings.change(CHANGE)).rejects.toMatchObject({ code: "invalid" });
  expect(settings.read().revision).toBe(0);
});

test("settings that the rules refuse start nothing", async () => {
  const settings = create();
  const change = { ...CHANGE, settings: { APP_URL: "nowhere" } };
  await expect(settings.change(change)).rejects.toMatchObject({ code: "invalid" });
  expect([started, events]).toEqual([[], []]);
});

test("a folder that cannot be written: the product with the new settings is discarded", async () => {
  const settings = create({}, () => renameSync(folder, `${folder}.gone`));
  await expect(settings.change(CHANGE)).rejects.toMatchObject({ code: "unavailable" });
  renameSync(`${folder}.gone`, folder);
  expect(events).toEqual(["discard"]);
  expect(settings.read().revision).toBe(0);
});

test("another form that was saved while the product started wins, and the second one is discarded", async () => {
  const other = createSettings({
    config: readConfig({ DATA_DIR: folder }),
    log: makeLog("silent"),
    prepareSwitch: null,
  });
  const late = create({}, () => other.change(CHANGE));
  await expect(late.change({ ...CHANGE, settings: { MAIL_FROM: "late@example.com" } })).rejects.toMatchObject(
    {
      code: "conflict",
    },
  );
  expect(events).toEqual(["discard"]);
  expect(other.read().settings).toEqual(CHANGE.settings);
});

test("a guard that throws while requests are held leaves everything as it was", async () => {
  const settings = create();
  const guard = () => Promise.reject(new Error("a user has signed up"));
  await expect(settings.change({ ...CHANGE, guard })).rejects.toThrow("a user has signed up");
  expect([events, settings.read().revision]).toEqual([["discard"], 0]);
});

test("requests that do not end in time make the change fail, and it can be tried again", async () => {
  const settings = create({ hold: () => Promise.resolve(false) });
  const guard = () => Promise.resolve();
  await expect(settings.change({ ...CHANGE, guard })).rejects.toMatchObject({ code: "unavailable" });
  expect([events, settings.read().revision]).toEqual([["discard"], 0]);
});
