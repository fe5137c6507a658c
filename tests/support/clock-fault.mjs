/**
 * Loaded before the product (`node --import`): its wall clock differs from the machine's by the milliseconds that the file
 * CLOCK_FAULT_FILE contains, as when someone sets the clock. Timers and `performance.now()` go on, as they do then.
 */
import { readFileSync, watchFile } from "node:fs";

const { CLOCK_FAULT_FILE: file = "" } = process.env;
const LOOK_EVERY_MS = 50;
const RealDate = Date;
let offMs = read();
watchFile(file, { interval: LOOK_EVERY_MS }, () => (offMs = read())).unref();

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + offMs);
    else super(...given);
  }

  static now() {
    return RealDate.now() + offMs;
  }
};

function read() {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return 0; // Nobody has set it.
  }
}
