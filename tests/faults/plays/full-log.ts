/** A product whose log cannot be written. */
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveFromRoot } from "../../../scripts/lib/root.mjs";
import { endProcess } from "../../support/child-process";
import { createApiClient, PASSWORD } from "../../support/clients";
import { findFreePort } from "../../support/free-port";
import { waitFor } from "../../support/product";
import type { Played } from "../kind";

const REQUESTS = 20;

/** Each write to this device fails with ENOSPC. Requests are answered all the same. */
export async function playFullLog(): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), "fault-log-"));
  const full = openSync("/dev/full", "w");
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [resolveFromRoot("build/server.js")], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), DATA_DIR: folder },
    stdio: ["ignore", full, full],
  });
  try {
    const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok;
    await waitFor(() => child.exitCode !== null || isReady(), "the product");
    const statuses: (number | string)[] = [];
    for (let number = 0; number < REQUESTS && child.exitCode === null; number += 1) {
      const body = {
        name: "Ada",
        email: `${number}@example.com`,
        password: PASSWORD,
        confirm_password: PASSWORD,
      };
      const isSignUp = number % 5 === 0;
      const call = createApiClient({ url });
      const sent = isSignUp ? call("POST", "/api/account", body) : call("GET", "/signin");
      statuses.push(
        await sent.then(
          ({ status }) => status,
          (error: unknown) => String(error),
        ),
      );
    }
    const ended = child.exitCode ?? child.signalCode;
    return {
      violations: [
        ...(ended === null ? [] : [`the process has ended with ${ended}`]),
        ...statuses.filter((status) => status !== 200).map((status) => `a request was answered ${status}`),
      ],
    };
  } finally {
    await endProcess(child, "SIGKILL");
    closeSync(full);
    rmSync(folder, { recursive: true, force: true });
  }
}
