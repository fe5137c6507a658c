/** The built product as its users run it: a separate process, a fresh data folder, a free port. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { decodeWords } from "postal-mime";
import { findFreePort } from "./free-port";
import { createMigratedFile } from "./migrated-stores";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 20;
/** A line that the product prints when it listens; under a public URL, a line of the log. */
const STARTUP_SUMMARY = /^ +Payments |"msg":"the product serves"/m;

export interface Product {
  url: string;
  port: number;
  dataDir: string;
  /** The output of the process so far. The newest log lines follow within LOG_FLUSH_EVERY_MS. */
  output(): string;
  /** The whole output of the process until now: waits for the log line of a request of its own. */
  wholeOutput(): Promise<string>;
  /** Waits for the newest mail to `address`, and returns it. */
  mailTo(address: string, subject?: RegExp): Promise<string>;
  mailsTo(address: string): string[];
  process: ChildProcess;
  stop(): Promise<number | null>;
}

/** Starts the product, or another script that does; `environment` is added to an empty one. Stop it when done. */
export async function startProduct(
  environment: Record<string, string> = {},
  { folder = ROOT, script = "build/server.js" } = {},
): Promise<Product> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), "groundwork-"));
  if (!environment.DATA_DIR && !environment.DATABASE_URL) await createMigratedFile(join(dataDir, "app.db"));
  const port = Number(environment.PORT ?? (await findFreePort()));
  let written = "";
  const child = spawn(process.execPath, [join(folder, script)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      // No balancer has to notice that it stops.
      DRAIN_DELAY_MS: "0",
      ...environment,
    },
  });
  child.stdout.on("data", (chunk: Buffer) => (written += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (written += chunk.toString()));
  const url = `http://localhost:${port}`;
  const mails = openMails(dataDir);
  const product: Product = {
    url,
    port,
    dataDir,
    process: child,
    output: () => written,
    async wholeOutput() {
      const path = `/log-mark-${randomUUID()}`;
      // Read to its end, because an unread answer would hold up the stop.
      await (await fetch(url + path)).text();
      return waitFor(() => (written.includes(path) ? written : null), "the log line of a request");
    },
    mailsTo: mails.listTo,
    mailTo: (address, subject) => waitFor(() => mails.findNewest(address, subject), `a mail to ${address}`),
    async stop() {
      const code = await waitUntilStopped(child);
      if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`the product ended during its start:\n${written}`);
    // Its own output first: a product of another test that has this port would be ready too.
    return STARTUP_SUMMARY.test(written) && (await fetch(`${url}/health/ready`).catch(() => null))?.ok;
  }, `the product at ${url}`);
  return product;
}

/** Repeats `ask` until it returns a value; throws after a minute. */
export async function waitFor<T>(ask: () => Promise<T> | T, what: string): Promise<NonNullable<T>> {
  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`waited without result for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** The first link of a mail whose path is `path`. */
export function linkIn(mail: string, path: string): URL {
  const unfolded = mail.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
  const link = unfolded.match(/https?:\/\/[^\s"<>)]+/g)?.find((found) => new URL(found).pathname === path);
  if (!link) throw new Error(`no link to ${path} in:\n${mail}`);
  return new URL(link.replaceAll("&amp;", "&"));
}

/** The subject of a mail, which is encoded and broken into lines where it is long or has other letters than ASCII. */
export function readSubject(mail: string): string {
  const [, folded = ""] = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(mail) ?? [];
  return decodeWords(folded.replace(/\r?\n[ \t]/g, " ")).trim();
}

/** The mails of a product. Each file is read once, because a mail does not change. */
function openMails(dataDir: string) {
  const folder = join(dataDir, "mail");
  const known = new Map<string, string>();
  const read = (file: string): string => {
    const mail = known.get(file) ?? readFileSync(join(folder, file), "utf8");
    known.set(file, mail);
    return mail;
  };
  const listTo = (address: string): string[] => {
    const to = new RegExp(`^To: .*${address.replace(/[.+*]/g, "\\$&")}`, "im");
    return listMailFiles(folder)
      .map(read)
      .filter((mail) => to.test(mail));
  };
  return {
    listTo,
    findNewest: (address: string, subject = /.*/): string | undefined =>
      listTo(address).findLast((mail) => subject.test(readSubject(mail))),
  };
}

function listMailFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(".eml"))
      .sort();
  } catch {
    return []; // No mail yet: the first mail creates the folder.
  }
}

function waitUntilStopped(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve(child.exitCode);
      return;
    }
    child.on("exit", resolve);
    child.kill("SIGTERM");
  });
}
