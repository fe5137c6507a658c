/** A product whose log cannot be written because its disk is full. */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveFromRoot } from "../../../scripts/lib/root.mjs";
import { endProcess } from "../../support/child-process";
import { createApiClient, PASSWORD } from "../../support/clients";
import { findFreePort } from "../../support/free-port";
import { waitFor } from "../../support/product";
import { canMount, mountSmallDisk } from "../../support/small-disk";
import type { Played } from "../kind";

const REQUESTS = 20;
/** More than the lines of a start. */
const DISK_MEBIBYTES = 1;
/** Its line is looked for once the disk has room again. */
const LATE_PATH = "/asked-when-the-disk-has-room";

/** Requests are answered all the same; the log goes on when there is room again, where this user may mount a disk. */
export async function playFullLog(): Promise<Played> {
  return { violations: [...(await playDeviceThatIsFull()), ...(canMount ? await playDiskThatFills() : [])] };
}

/** Each write to this device fails with ENOSPC, from the start on. */
function playDeviceThatIsFull(): Promise<string[]> {
  return withLogAt("/dev/full", (product) => listRefused(product));
}

async function playDiskThatFills(): Promise<string[]> {
  const disk = mountSmallDisk(DISK_MEBIBYTES);
  const file = join(disk.folder, "log");
  try {
    return await withLogAt(file, async (product) => {
      disk.fill();
      const refused = await listRefused(product);
      disk.free();
      await fetch(product.url + LATE_PATH);
      const isLogged = () => readFileSync(file, "utf8").includes(LATE_PATH);
      await waitFor(isLogged, "the log of a disk that has room again");
      return refused;
    });
  } finally {
    disk.remove();
  }
}

interface Logging {
  url: string;
  child: ChildProcess;
}

/** Runs `work` with a product that logs there. */
async function withLogAt<T>(file: string, work: (product: Logging) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "fault-log-"));
  const log = openSync(file, "a");
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [resolveFromRoot("build/server.js")], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), DATA_DIR: folder },
    stdio: ["ignore", log, log],
  });
  try {
    const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok;
    await waitFor(() => child.exitCode !== null || isReady(), "the product");
    return await work({ url, child });
  } finally {
    await endProcess(child, "SIGKILL");
    closeSync(log);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends a few requests. Returns those that were not answered with 200, and whether the process has ended. */
async function listRefused({ url, child }: Logging): Promise<string[]> {
  const statuses: (number | string)[] = [];
  for (let number = 0; number < REQUESTS && child.exitCode === null; number += 1) {
    const names = { name: "Ada", email: `${number}@example.com` };
    const body = { ...names, password: PASSWORD, confirm_password: PASSWORD };
    const call = createApiClient({ url });
    const sent = number % 5 === 0 ? call("POST", "/api/account", body) : call("GET", "/signin");
    statuses.push(
      await sent.then(
        ({ status }) => status,
        (error: unknown) => String(error),
      ),
    );
  }
  const ended = child.exitCode ?? child.signalCode;
  return [
    ...(ended === null ? [] : [`the process has ended with ${ended}`]),
    ...statuses.filter((status) => status !== 200).map((status) => `a request was answered ${status}`),
  ];
}
