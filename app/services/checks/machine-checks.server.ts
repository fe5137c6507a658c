/** Checks of the machine: Node, the disk, the clock, and who can read the product's files. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { CLOCK_SKEW_MAX_MS, CLOCK_SKEW_WARNING_MS, DISK_FREE_WARNING_BYTES } from "~/domain/operator-limits";
import { toMessage } from "~/domain/messages";
import { fail, pass, warn, type CheckResult } from "./check.server";

const GIB = 1024 ** 3;

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

/**
 * Compares this machine's clock with that of another one; null when no other clock was reached. Without one it can only
 * be earlier than the program itself.
 */
export function checkClock({
  now,
  builtAt,
  other,
}: {
  now: Date;
  builtAt: Date;
  other: { name: string; time: Date } | null;
}): CheckResult {
  const advice = toMessage("checks:clock.set_by_ntp");
  const time = now.toISOString();
  if (now < builtAt) return fail("clock", toMessage("checks:clock.before_build", { time }), advice);
  if (!other) return pass("clock", toMessage("checks:clock.alone", { time }));
  const skewMs = Math.abs(now.getTime() - other.time.getTime());
  const seconds = (skewMs / 1000).toFixed(1);
  const finding = toMessage("checks:clock.differs", { name: other.name, seconds });
  if (skewMs > CLOCK_SKEW_MAX_MS) return fail("clock", finding, advice);
  return skewMs > CLOCK_SKEW_WARNING_MS ? warn("clock", finding, advice) : pass("clock", finding);
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
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const finding = toMessage("checks:files.not_writable", { dataDir });
    return fail("files", finding, toMessage("checks:files.give"));
  }
  const isOwn = !process.getuid || statSync(dataDir).uid === process.getuid();
  if (isOwn) return pass("files", toMessage("checks:files.ok", { dataDir }));
  return warn("files", toMessage("checks:files.foreign", { dataDir }), toMessage("checks:files.run_as"));
}

/** The path itself, or the nearest folder above it that exists. */
export function findExisting(path: string): string {
  return existsSync(path) ? path : findExisting(dirname(path));
}
