/** A copy of the product that root has installed and built, and a system user who may read it and writes the data folder alone. */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SOURCES } from "../../scripts/lib/build-stamp.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COPIED = [
  ...SOURCES.map((path) => path.split("/")[0] ?? ""),
  "deploy",
  "package.json",
  ".npmrc",
  "build",
];
const SERVICE = "nobody";
const APP_SECRET = "a secret of the installation, of more than 32 characters";

interface User {
  name: string;
  uid: number;
  gid: number;
}

interface Ended {
  code: number | null;
  output: string;
}

export interface Installation {
  /** Owns the data folder. */
  user: User;
  /** The folder that root has installed. */
  root: string;
  /** The data folder, which belongs to the service's user. */
  dataDir: string;
  /** A second data folder, which belongs to the same user. */
  otherDir: string;
  /** Runs a program in the installation, by default as the service does. */
  run(command: readonly string[], options?: RunOptions): Ended;
  /** Runs `deploy/groundwork` as root. The unit is the shipped one with other paths, and a stand-in takes systemd's place. */
  runWrapper(...given: string[]): Ended;
  /** Replaces the lines of the unit's environment file. */
  writeSettings(lines: readonly string[]): void;
  remove(): void;
}

interface RunOptions {
  as?: { uid: number; gid: number };
  environment?: Record<string, string>;
}

/** Why there can be no such user here; null when there can. */
export const findObstacle = () => findServiceUser().obstacle;

function findServiceUser(): { user: User | null; obstacle: string | null } {
  if (process.getuid?.() !== 0) return { user: null, obstacle: "which takes root" };
  const [uid, gid] = ["-u", "-g"].map((option) => spawnSync("id", [option, SERVICE], { encoding: "utf8" }));
  if (uid?.status !== 0 || gid?.status !== 0) return { user: null, obstacle: `no user ${SERVICE}` };
  const user = { name: SERVICE, uid: Number(uid.stdout), gid: Number(gid.stdout) };
  // Node or the checkout may lie below a home that only its owner may enter.
  const reading = ["-e", `fs.readdirSync(${JSON.stringify(join(ROOT, "node_modules"))})`];
  const { status } = spawnSync(process.execPath, reading, { uid: user.uid, gid: user.gid, cwd: "/" });
  if (status !== 0) return { user: null, obstacle: `${SERVICE} may not read Node or this checkout` };
  return { user, obstacle: null };
}

/** Copies the sources and their build as they are; the packages are linked. Remove it when done. Throws the obstacle. */
export function installForService(): Installation {
  const { user, obstacle } = findServiceUser();
  if (!user) throw new Error(obstacle ?? "");
  const folder = mkdtempSync(join(tmpdir(), "groundwork-service-"));
  chmodSync(folder, 0o755);
  const [root, dataDir, otherDir] = [join(folder, "app"), join(folder, "data"), join(folder, "other")];
  mkdirSync(root, { mode: 0o755 });
  execFileSync("cp", ["-a", ...[...new Set(COPIED)].map((path) => join(ROOT, path)), root]);
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  for (const writable of [dataDir, otherDir]) {
    mkdirSync(writable, { mode: 0o700 });
    execFileSync("chown", [`${user.uid}:${user.gid}`, writable]);
  }
  const settings = { NODE_ENV: "production", DATA_DIR: dataDir, APP_SECRET, HOME: "/nonexistent" } as const;
  const run = createRun(root, settings);
  const writeSettings = (lines: readonly string[]) =>
    writeFileSync(join(folder, "groundwork.env"), `APP_SECRET=${APP_SECRET}\n${lines.join("\n")}\n`, {
      mode: 0o600,
    });
  writeSettings(["# who answers", "SUPPORT_EMAIL=help@example.com"]);
  installSystemd(folder, user, { root, dataDir });
  const wrapper = {
    as: { uid: 0, gid: 0 },
    environment: { PATH: `${join(folder, "bin")}:${process.env.PATH}` },
  };
  return {
    user,
    root,
    dataDir,
    otherDir,
    run: (command, options = {}) => run(command, { as: user, ...options }),
    runWrapper: (...given) => run([join(root, "deploy", "groundwork"), ...given], wrapper),
    writeSettings,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function createRun(root: string, settings: NodeJS.ProcessEnv) {
  return ([program = "", ...given]: readonly string[], { as, environment }: RunOptions): Ended => {
    const { status, stdout, stderr } = spawnSync(program, given, {
      uid: as?.uid,
      gid: as?.gid,
      cwd: root,
      env: { PATH: process.env.PATH, ...settings, ...environment },
      encoding: "utf8",
    });
    return { code: status, output: stdout + stderr };
  };
}

/** Puts programs into `bin` that answer in place of systemd's. */
function installSystemd(folder: string, user: User, paths: Pick<Installation, "root" | "dataDir">): void {
  const unit = readFileSync(join(ROOT, "deploy", "groundwork@.service"), "utf8")
    .replace("User=groundwork", `User=${user.name}`)
    .replace("/usr/bin/node", process.execPath)
    .replace("WorkingDirectory=/opt/groundwork/current", `WorkingDirectory=${paths.root}`)
    .replace("DATA_DIR=/var/lib/groundwork", `DATA_DIR=${paths.dataDir}`)
    .replace("/etc/groundwork.env", join(folder, "groundwork.env"));
  writeFileSync(join(folder, "groundwork.service"), unit);
  const standIn = fileURLToPath(new URL("systemd-run.mjs", import.meta.url));
  mkdirSync(join(folder, "bin"));
  for (const [name, command] of [
    ["systemctl", `exec cat '${join(folder, "groundwork.service")}'`],
    ["systemd-run", `exec '${process.execPath}' '${standIn}' "$@"`],
  ] as const)
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
}
