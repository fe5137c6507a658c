/** Packages and build of these sources, before something runs from the build: made here, or asked for. */
import { accessSync, constants, existsSync } from "node:fs";
import { buildIfStale } from "./build-if-stale.mjs";
import { isBuildFresh } from "./build-stamp.mjs";
import { findInstallReason, installIfNeeded } from "./install.mjs";
import { resolveFromRoot, ROOT } from "./root.mjs";

/**
 * Installs and builds when needed. Where that is not to be, or this user cannot write, it changes nothing and ends the
 * process with what to run: under a running service the folder must stay as it is.
 */
export async function prepareBuild({ mayChange }) {
  if (!mayChange || !canWrite()) return requireBuild();
  await installIfNeeded();
  const { code } = await buildIfStale();
  if (code !== 0) process.exit(code);
}

function requireBuild() {
  const lack = findLack();
  if (!lack) return;
  console.error(canWrite() ? `${lack}.` : `${lack}, as a user who may write to ${ROOT}`);
  process.exit(1);
}

function findLack() {
  const reason = findInstallReason();
  if (reason) return `The packages are not those of the sources (${reason}): run npm ci, then npm run build`;
  return isBuildFresh() ? undefined : "This build is not of these sources: run npm run build";
}

/** Whether this user may replace the packages and the build. */
function canWrite() {
  const folders = [ROOT, resolveFromRoot("node_modules"), resolveFromRoot("build")];
  return folders.filter((folder) => existsSync(folder)).every(isWritable);
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
