/** Checks of the machine: Node, the disk, the clock, and who can read the product's files. */
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CLOCK_SKEW_MAX_MS, getCertainSkew, type ClockReading } from "~/domain/clock";
import { minutes, seconds } from "~/domain/limits";
import { toMessage } from "~/domain/messages";
import { PROVIDER_EVENT_TOLERANCE_SECONDS } from "~/domain/payments";
import { describeCause, fail, pass, warn, type CheckResult } from "./check.server";

/** With less free space on the disk a check warns, and with a tenth of it, fails. In bytes. */
const DISK_FREE_WARNING_BYTES = 2 * 1024 ** 3;
/** An authenticator's codes and the payment provider's signatures tolerate no more. */
const CLOCK_SKEW_WARNING_MS = seconds(5);

const SHOWN_FILES = 5;
const GIB = 1024 ** 3;
const MINUTE_MS = minutes(1);

/** `minimum` as in "20.19". */
export function checkNode(version: string, minimum: string): CheckResult {
  const [have, need] = [version, minimum].map((text) => text.split(".").map(Number));
  const [major = 0, minor = 0] = have ?? [];
  const [needMajor = 0, needMinor = 0] = need ?? [];
  const isNewEnough = major > needMajor || (major === needMajor && minor >= needMinor);
  if (isNewEnough) return pass("node", toMessage("checks:node.ok", { version }));
  const finding = toMessage("checks:node.old", { version });
  return fail("node", finding, toMessage("checks:node.install", { minimum }));
}

/** The disk of the data folder, or of the nearest folder above it that exists. */
export async function checkDisk(dataDir: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(findExisting(dataDir));
  return judgeFreeSpace(bavail * bsize);
}

/** A tenth of what the warning is given for is a failure: a database that cannot write loses what users send. */
export function judgeFreeSpace(freeBytes: number): CheckResult {
  const finding = toMessage("checks:disk.free", { size: (freeBytes / GIB).toFixed(1) });
  const advice = toMessage("checks:disk.free_space");
  if (freeBytes < DISK_FREE_WARNING_BYTES / 10) return fail("disk", finding, advice);
  return freeBytes < DISK_FREE_WARNING_BYTES ? warn("disk", finding, advice) : pass("disk", finding);
}

/** A clock next to this machine's. */
export interface OtherClock {
  /** Whose it is. */
  name: string;
  reading: ClockReading;
  /** It signs events, which are refused when they seem old. */
  signsEvents?: boolean;
}

/**
 * Compares this machine's clock with those that were reached, and reports the one that differs most. Without any it can only
 * be earlier than the program itself.
 */
export function checkClock({
  now,
  builtAt,
  others,
}: {
  now: Date;
  builtAt: Date;
  others: readonly OtherClock[];
}): CheckResult {
  const byNtp = toMessage("checks:clock.set_by_ntp");
  const time = now.toISOString();
  if (now < builtAt) return fail("clock", toMessage("checks:clock.before_build", { time }), byNtp);
  const [farthest] = [...others].sort((one, other) => getSkewMs(other) - getSkewMs(one));
  if (!farthest) return pass("clock", toMessage("checks:clock.alone", { time }));
  const finding = describeClock(farthest);
  const skewMs = getSkewMs(farthest);
  const refusesEvents = others.some(
    ({ signsEvents, reading }) =>
      signsEvents && getCertainSkew(reading) > PROVIDER_EVENT_TOLERANCE_SECONDS * 1000,
  );
  const advice = refusesEvents ? toMessage("checks:clock.events_refused") : byNtp;
  if (skewMs > CLOCK_SKEW_MAX_MS) return fail("clock", finding, advice);
  return skewMs > CLOCK_SKEW_WARNING_MS ? warn("clock", finding, advice) : pass("clock", finding);
}

const getSkewMs = ({ reading }: OtherClock): number => Math.abs(getCertainSkew(reading));

function describeClock({ name, reading: { aheadMs } }: OtherClock) {
  const ms = Math.abs(aheadMs);
  if (ms < MINUTE_MS) return toMessage("checks:clock.differs", { name, seconds: (ms / 1000).toFixed(1) });
  const count = Math.round(ms / MINUTE_MS);
  return toMessage(aheadMs > 0 ? "checks:clock.ahead" : "checks:clock.behind", { name, count });
}

/** `openToOthers` are the product's files that other users of the machine can read. */
export function checkFiles(dataDir: string, openToOthers: readonly string[]): CheckResult {
  if (!existsSync(dataDir))
    return warn("files", toMessage("checks:files.missing", { dataDir }), toMessage("checks:files.created"));
  const [open] = openToOthers;
  if (open !== undefined) {
    const finding = toMessage("checks:files.open", { files: openToOthers.join(", ") });
    return fail("files", finding, toMessage("checks:files.close", { file: open }));
  }
  const fault = findWriteFault(dataDir);
  if (fault !== null) {
    const finding = toMessage("checks:files.not_writable", { dataDir, reason: fault });
    return fail("files", finding, toMessage("checks:files.give", { dataDir }));
  }
  if (process.getuid && statSync(dataDir).uid !== process.getuid())
    return warn("files", toMessage("checks:files.foreign", { dataDir }), toMessage("checks:files.run_as"));
  const foreign = listForeignFiles(dataDir);
  if (foreign.length === 0) return pass("files", toMessage("checks:files.ok", { dataDir }));
  const finding = toMessage("checks:files.foreign_inside", {
    files: foreign.slice(0, SHOWN_FILES).join(", "),
  });
  return fail("files", finding, toMessage("checks:files.take_over", { dataDir }));
}

/** By writing, because a full disk and a read-only mount show only then. Null when it succeeds. */
function findWriteFault(folder: string): string | null {
  const file = join(folder, `.doctor-${process.pid}`);
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    writeFileSync(file, "This file can be removed.", { mode: 0o600 });
    return null;
  } catch (error) {
    return describeCause(error);
  } finally {
    rmSync(file, { force: true });
  }
}

/** Lists files left by a command that another user ran: the product can neither read nor replace them. */
function listForeignFiles(dataDir: string): string[] {
  const user = process.getuid?.();
  if (user === undefined) return [];
  const names = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  const paths = names.map((name) => join(dataDir, name));
  // The running product may just have removed one.
  return paths.filter((path) => (lstatSync(path, { throwIfNoEntry: false })?.uid ?? user) !== user);
}

/** The path itself, or the nearest folder above it that exists. */
export function findExisting(path: string): string {
  return existsSync(path) ? path : findExisting(dirname(path));
}
