/** The steps of the play: each is tried, timed, and printed as it ends. */

export interface Step {
  name: string;
  seconds: number;
  /** What it found, or why it failed. */
  result: string;
  hasPassed: boolean;
}

export const steps: Step[] = [];

/** Runs a step. A failed one stops the play, because what follows stands on it; a skipped one says why. */
export async function takeStep(name: string, work: () => Promise<string>): Promise<void> {
  const startedAt = Date.now();
  const end = (result: string, hasPassed: boolean) => {
    const step = { name, seconds: (Date.now() - startedAt) / 1000, result, hasPassed };
    steps.push(step);
    print(formatStep(step));
  };
  try {
    end(await work(), true);
  } catch (error) {
    end(error instanceof Error ? error.message : String(error), false);
    throw error;
  }
}

const formatStep = ({ name, seconds, result, hasPassed }: Step) =>
  `${hasPassed ? "ok    " : "FAILED"} ${name.padEnd(44)} ${seconds.toFixed(1).padStart(6)} s  ${result}`;

export const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Throws with what was expected and found. */
export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
}
