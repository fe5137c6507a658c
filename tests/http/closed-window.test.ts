/** A product in a terminal whose window closes: its log has nowhere to go, and its end must not hang on that. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listChildren } from "../support/child-process";
import { findFreePort } from "../support/free-port";
import { waitFor } from "../support/product";

const SERVER = fileURLToPath(new URL("../../build/server.js", import.meta.url));
/** Of util-linux: runs a program in a terminal of its own. */
const hasScript = spawnSync("script", ["--version"]).status === 0;

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(!hasScript)(
  `it stops in order, and its process ends${hasScript ? "" : ", script is not installed"}`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "groundwork-window-"));
    const port = await findFreePort();
    const window = spawn(
      "script",
      ["--quiet", "--command", `exec ${process.execPath} ${SERVER}`, "/dev/null"],
      {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          DATA_DIR: dataDir,
          PORT: String(port),
          DRAIN_DELAY_MS: "0",
        },
        stdio: ["pipe", "ignore", "ignore"],
      },
    );
    const isReady = () => fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    await waitFor(isReady, "the product in the window");
    const [product = 0] = listChildren(window.pid);
    expect(isRunning(product)).toBe(true);
    window.kill("SIGKILL");
    await waitFor(() => !isRunning(product), "the end of the product");
    expect(await isReady()).toBeNull();
    rmSync(dataDir, { recursive: true });
  },
);
