/** A MariaDB server of the test's own, which it may restart and stop. Reads TEST_MARIADB_BIN. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";
import { endProcess, runProgram } from "./child-process";
import { findFreePort } from "./free-port";

const STARTED_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 100;

export interface MariadbServer {
  /** A new database in it. */
  url: string;
  /** Ends every connection and transaction at once, and starts again. Resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Stops the process, without an error for anyone, until `resume`. */
  pause(): void;
  resume(): void;
  /** Runs a statement of an administrator. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server with its data below `folder`. */
export async function startMariadb(folder: string): Promise<MariadbServer> {
  const data = join(folder, "mariadb");
  mkdirSync(data, { recursive: true });
  const port = await findFreePort();
  const asRoot = process.getuid?.() === 0 ? ["--user=root"] : [];
  const setUp = ["--no-defaults", `--datadir=${data}`, "--auth-root-authentication-method=normal"];
  await runProgram([findProgram("mariadb-install-db"), ...setUp, "--skip-test-db", ...asRoot]);
  const options = [
    ...["--no-defaults", `--datadir=${data}`, `--port=${port}`, "--bind-address=127.0.0.1", ...asRoot],
    // Only the server ends here, never the machine, so that nothing is lost without it.
    ...[`--socket=${join(data, "socket")}`, "--innodb-flush-log-at-trx-commit=2", "--skip-log-bin"],
  ];
  const run = (sql: string) => runStatement(port, sql);
  let child: ChildProcess;
  const start = async () => {
    child = spawn(findProgram("mariadbd"), options, { stdio: "ignore" });
    await waitUntilReached(run);
  };
  await start();
  await run("CREATE DATABASE groundwork");
  return {
    url: `mariadb://root@127.0.0.1:${port}/groundwork`,
    async restart() {
      await endProcess(child, "SIGKILL");
      await start();
    },
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    run,
    close: () => endProcess(child, "SIGKILL"),
  };
}

function findProgram(name: string): string {
  const folders = [process.env.TEST_MARIADB_BIN ?? "", "/usr/sbin", "/usr/bin"].filter(Boolean);
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (!found) throw new Error("there is no MariaDB: set TEST_MARIADB_BIN to its programs");
  return found;
}

async function runStatement(port: number, sql: string): Promise<void> {
  const connection = await createConnection({ host: "127.0.0.1", port, user: "root" });
  try {
    await connection.query(sql);
  } finally {
    connection.destroy();
  }
}

async function waitUntilReached(run: (sql: string) => Promise<void>): Promise<void> {
  const deadline = Date.now() + STARTED_WITHIN_MS;
  for (;;) {
    const isReached = await run("SELECT 1").then(
      () => true,
      () => false,
    );
    if (isReached) return;
    if (Date.now() > deadline) throw new Error("MariaDB did not start");
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
