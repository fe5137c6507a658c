/** The terminal that a process was started from. */
import { closeSync, openSync } from "node:fs";

/** Whether there is one, and its window is open: the system takes it from the processes when the window closes. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
