/** The one JSON file behind the sandbox: read at start, written whole or not at all. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { emptyState, type State } from "./state";

export interface StateFile {
  state: State;
  /** Resolves when everything changed so far is on disk. Calls that come together share one write. */
  save(): Promise<void>;
  /** Resolves when no write is under way, whether the last one went well or not. */
  settled(): Promise<void>;
}

/** Opens the file, or starts empty when there is none. Throws when the file is there and cannot be read as a state. */
export async function openStateFile(file: string): Promise<StateFile> {
  await mkdir(dirname(file), { recursive: true });
  const state = await readState(file);
  return { state, ...writerOf(file, state) };
}

async function readState(file: string): Promise<State> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  });
  if (text === null) return emptyState();
  const saved = parse(file, text);
  if (saved.version !== 1) throw new Error(`${file} was written by another version of the payment sandbox`);
  return { ...emptyState(), ...saved };
}

function parse(file: string, text: string): Partial<State> {
  try {
    return JSON.parse(text) as Partial<State>;
  } catch (cause) {
    throw new Error(`${file} is not a payment sandbox's file: remove it to start afresh`, { cause });
  }
}

/** One write at a time, and one more for all the changes that came during it. */
function writerOf(file: string, state: State): Omit<StateFile, "state"> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async () => {
    // From here on a change needs another write: this one has taken its picture of the state.
    next = null;
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  const save = () => {
    if (next) return next;
    next = last.then(write);
    last = next.catch(() => undefined); // Whoever asked for the write hears of its failure; the next one tries again.
    return next;
  };
  return { save, settled: () => last };
}
