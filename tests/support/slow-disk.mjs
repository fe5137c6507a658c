/** Loaded before the product (`node --import`): each file takes SLOW_MS to reach the disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { fsyncSync } = fs;
const waits = new Int32Array(new SharedArrayBuffer(4));

fs.fsyncSync = (handle) => {
  Atomics.wait(waits, 0, 0, Number(process.env.SLOW_MS));
  fsyncSync(handle);
};
syncBuiltinESMExports();
