/** The sandbox's JSON file: read at start, written completely or not at all. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { emptyState, type State } from "./state";

export interface StateFile {
  state: State;
  /** Resolves when every change so far is on disk. Concurrent calls share one write. */
  save(): Promise<void>;
  /** Resolves when no write is running, whether the last one succeeded or not. */
  settled(): Promise<void>;
}

/** Opens the file, or starts empty when there is none. Throws when the file exists and is not a valid state. */
export async function openStateFile(file: string): Promise<StateFile> {
  await mkdir(dirname(file), { recursive: true });
  const state = await readState(file);
  return { state, ...createWriter(file, state) };
}

/** A state that no file keeps: writing all of it after each change is most of the work of a long test. */
export function keepInMemory(): StateFile {
  const done = () => Promise.resolve();
  return { state: emptyState(), save: done, settled: done };
}

async function readState(file: string): Promise<State> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw cause;
  });
  if (text === null) return emptyState();
  const saved = parse(file, text);
  if (saved.version !== 1) throw new Error(`${file} was written by another version of the payment sandbox`);
  const empty = emptyState();
  // A file of an earlier version has fewer tables.
  return { ...empty, ...saved, tables: { ...empty.tables, ...saved.tables } };
}

function parse(file: string, text: string): Partial<State> {
  try {
    return JSON.parse(text) as Partial<State>;
  } catch (cause) {
    throw new Error(`${file} is not a payment sandbox's file: remove it to start afresh`, { cause });
  }
}

/** One write at a time, and one more for all the changes that were made during it. */
function createWriter(file: string, state: State): Omit<StateFile, "state"> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const write = async () => {
    // From here on a change needs another write, because this one has already serialized the state.
    next = null;
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  const save = () => {
    if (next) return next;
    next = last.then(write);
    last = next.catch(() => undefined); // The caller of `save` gets the error; the next write tries again.
    return next;
  };
  return { save, settled: () => last };
}
