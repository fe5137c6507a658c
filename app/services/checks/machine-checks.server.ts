/** Checks of the machine: Node, the disk, the clock, and who can read the product's files. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { CLOCK_SKEW_MAX_MS, CLOCK_SKEW_WARNING_MS, DISK_FREE_WARNING_BYTES } from "~/domain/operator-limits";
import { fail, pass, warn, type CheckResult } from "./check.server";

const GIB = 1024 ** 3;

/** `minimum` as in "20.19". */
export function checkNode(version: string, minimum: string): CheckResult {
  const [have, need] = [version, minimum].map((text) => text.split(".").map(Number));
  const [major = 0, minor = 0] = have ?? [];
  const [needMajor = 0, needMinor = 0] = need ?? [];
  const isNewEnough = major > needMajor || (major === needMajor && minor >= needMinor);
  if (isNewEnough) return pass("Node", `Node ${version}.`);
  return fail("Node", `Node ${version} is too old.`, `Install Node ${minimum} or newer.`);
}

/** The disk of the data folder, or of the nearest folder above it that exists. */
export async function checkDisk(dataDir: string): Promise<CheckResult> {
  const { bavail, bsize } = await statfs(findExisting(dataDir));
  return judgeFreeSpace(bavail * bsize);
}

/** A tenth of what the warning is given for is a failure: a database that cannot write loses what users send. */
export function judgeFreeSpace(freeBytes: number): CheckResult {
  const finding = `${(freeBytes / GIB).toFixed(1)} GiB are free on the disk of the data folder.`;
  const advice = "Free space on the disk, or move DATA_DIR to a larger one.";
  if (freeBytes < DISK_FREE_WARNING_BYTES / 10) return fail("Disk", finding, advice);
  return freeBytes < DISK_FREE_WARNING_BYTES ? warn("Disk", finding, advice) : pass("Disk", finding);
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
  const advice = "Let the machine set its clock by NTP: codes of authenticators and signatures depend on it.";
  if (now < builtAt)
    return fail("Clock", `The clock shows ${now.toISOString()}, before the build was made.`, advice);
  if (!other) return pass("Clock", `${now.toISOString()}; there is no other clock to compare it with.`);
  const skewMs = Math.abs(now.getTime() - other.time.getTime());
  const finding = `It differs from the clock of ${other.name} by ${(skewMs / 1000).toFixed(1)} s.`;
  if (skewMs > CLOCK_SKEW_MAX_MS) return fail("Clock", finding, advice);
  return skewMs > CLOCK_SKEW_WARNING_MS ? warn("Clock", finding, advice) : pass("Clock", finding);
}

/** `openToOthers` are the product's files that other users of the machine can read. */
export function checkFiles(dataDir: string, openToOthers: readonly string[]): CheckResult {
  if (!existsSync(dataDir))
    return warn(
      "Files",
      `${dataDir} does not exist.`,
      "The first start creates it; check DATA_DIR otherwise.",
    );
  const [open] = openToOthers;
  if (open !== undefined) {
    const finding = `Other users of this machine can read ${openToOthers.join(", ")}.`;
    return fail("Files", finding, `Take their access away: chmod -R go= ${open}`);
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(
      "Files",
      `This user cannot write to ${dataDir}.`,
      "Give the folder to the user who runs the product.",
    );
  }
  const isOwn = !process.getuid || statSync(dataDir).uid === process.getuid();
  if (isOwn) return pass("Files", `${dataDir} belongs to this user alone.`);
  return warn(
    "Files",
    `${dataDir} belongs to another user.`,
    "Run this command as the user who runs the product.",
  );
}

/** The path itself, or the nearest folder above it that exists. */
export function findExisting(path: string): string {
  return existsSync(path) ? path : findExisting(dirname(path));
}
