/** Writes of a process that fail although its disk has room, by libfiu (Debian's package fiu-utils). */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const LIBRARIES = ["fiu_run_preload.so", "fiu_posix_preload.so"].map((name) => join("/usr/lib/fiu", name));
/** SQLite's writes. Node's own `write` must not fail: with its wake-up pipe, libuv ends the process. */
const POINT = "posix/io/rw/pwrite";
const ENOSPC = 28;

/** Whether this machine has it. */
export const canFailWrites = LIBRARIES.every((file) => existsSync(file));

/** The environment of a process whose writes are to fail; `orders` is the beginning of the paths of its two named pipes. */
export function preloadFailingWrites(orders: string): Record<string, string> {
  return { LD_PRELOAD: LIBRARIES.join(" "), FIU_CTRL_FIFO: orders };
}

/** From now on each write of the process at a position fails with this probability (ENOSPC). Returns what ends that. */
export function failWrites(orders: string, pid: number, probability: number): () => void {
  const order = (command: string) => {
    const { status, stdout, stderr } = spawnSync("fiu-ctrl", ["-c", command, `${orders}-${pid}`], {
      ...{ encoding: "utf8", timeout: 5000 },
    });
    // It ends with 0 also when it has found no process.
    if (status !== 0 || stdout !== "") throw new Error(`fiu-ctrl: ${stdout}${stderr}`);
  };
  order(`enable_random name=${POINT},probability=${probability},failinfo=${ENOSPC}`);
  return () => order(`disable name=${POINT}`);
}
