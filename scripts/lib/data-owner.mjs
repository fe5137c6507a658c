/** Commands run as the user of the data folder: the product could not read or replace what another one leaves there. */
import { execFileSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";

const ROOT_USER = 0;

/** Ends the process with how to run the command, when the data folder belongs to another user. */
export function requireDataOwner(command) {
  // Windows has no users of this kind.
  const user = process.getuid?.();
  if (user === undefined) return;
  const dataDir = resolve(process.env.DATA_DIR || "data");
  const owner = findOwner(dataDir);
  if (owner === undefined || owner === user || isMountedForOthers(dataDir, owner)) return;
  const name = owner === null ? "the product's user" : findUserName(owner);
  console.error(
    `${dataDir} belongs to ${name}, and this runs as ${findUserName(user)}: the product could not use what is left there. ` +
      `Run it as ${name} with the product's settings: where systemd runs the product, by "groundwork ${command}" ` +
      "(deploy/groundwork, for root).",
  );
  process.exit(1);
}

/** Undefined when there is no folder yet: who creates it owns it. Null when this user may not look. */
function findOwner(dataDir) {
  try {
    return statSync(dataDir, { throwIfNoEntry: false })?.uid;
  } catch {
    return null;
  }
}

/** A volume of root's that others may write, as clusters mount it: its owner does not say who runs the product. */
function isMountedForOthers(dataDir, owner) {
  if (owner !== ROOT_USER) return false;
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findUserName(uid) {
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("id", ["-nu", String(uid)], options).trim();
  } catch {
    return `user ${uid}`;
  }
}
