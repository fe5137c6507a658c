/** A PostgreSQL server of the test's own, which it may restart. Reads TEST_POSTGRES_BIN. */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { listChildren, runProgram } from "./child-process";
import { findFreePort } from "./free-port";

const DEBIAN = "/usr/lib/postgresql";
/** PostgreSQL does not run as root. */
const SYSTEM_USER = "postgres";

export interface PostgresServer {
  /** A new database in it. */
  url: string;
  /** Ends every connection and transaction, and starts again. Resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Stops all of its processes, without an error for anyone, until `resume`. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

/** The folder of PostgreSQL's programs; null when there is none on this machine. */
function findPostgresPrograms(): string | null {
  const given = process.env.TEST_POSTGRES_BIN;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = given ? [given] : versions.map((version) => join(DEBIAN, version, "bin"));
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** Starts a server with its data below `folder`, which other users must be able to enter. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const programs = findPostgresPrograms();
  if (programs === null) throw new Error("there is no PostgreSQL: set TEST_POSTGRES_BIN to its programs");
  const data = join(folder, "postgres");
  mkdirSync(data, { recursive: true });
  const asUser = process.getuid?.() === 0 ? ["runuser", "-u", SYSTEM_USER, "--"] : [];
  if (asUser.length > 0) giveTo(SYSTEM_USER, data);
  const run = (program: string, ...parameters: string[]) =>
    runProgram([...asUser, join(programs, program), ...parameters]);
  const port = await findFreePort();
  await run("initdb", "-D", data, "-U", "groundwork", "-A", "trust", "--no-sync");
  // Only the server ends here, never the machine, so that nothing is lost without fsync.
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const control = (action: string, ...more: string[]) =>
    run("pg_ctl", action, "-D", data, "-w", "-l", join(data, "log"), "-o", options, ...more);
  await control("start");
  const signal = (name: NodeJS.Signals) => {
    const main = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    for (const pid of [main, ...listChildren(main)]) process.kill(pid, name);
  };
  return {
    url: `postgres://groundwork@127.0.0.1:${port}/postgres`,
    restart: () => control("restart", "-m", "immediate"),
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    close: () => control("stop", "-m", "immediate"),
  };
}

function giveTo(user: string, folder: string): void {
  const readId = (flag: string) => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  chownSync(folder, readId("-u"), readId("-g"));
  chmodSync(folder, 0o700);
}
