/** Checks that need one core each run side by side, and each is reported once, with what all its parts said. */
import { expect, test } from "vitest";
import { runSideBySide } from "./side-by-side.mjs";

interface Part {
  run: () => Promise<{ code: number; output: string }>;
  end: (code: number, output?: string) => Promise<void>;
  hasStarted: () => boolean;
}

function createPart(): Part {
  let hasStarted = false;
  let resolve: (outcome: { code: number; output: string }) => void = () => undefined;
  const ended = new Promise<{ code: number; output: string }>((done) => (resolve = done));
  return {
    run: () => {
      hasStarted = true;
      return ended;
    },
    end: async (code, output = "") => {
      resolve({ code, output });
      // The lane takes its next part before this does.
      await new Promise((next) => setTimeout(next));
    },
    hasStarted: () => hasStarted,
  };
}

const quiet = () => undefined;

test("two parts run at once, and the next starts when one ends", async () => {
  const parts = [createPart(), createPart(), createPart()];
  const all = runSideBySide(
    [
      { name: "lint", parts: parts.slice(0, 2).map(({ run }) => run) },
      { name: "types", parts: parts.slice(2).map(({ run }) => run) },
    ],
    { lanes: 2, tell: quiet },
  );
  expect(parts.map(({ hasStarted }) => hasStarted())).toEqual([true, true, false]);
  await parts[1]?.end(0);
  expect(parts[2]?.hasStarted()).toBe(true);
  await parts[0]?.end(0);
  await parts[2]?.end(0);
  expect((await all).map(({ name, code }) => [name, code])).toEqual([
    ["lint", 0],
    ["types", 0],
  ]);
});

test("a failed part fails its whole check, which is reported once, with the output of all parts", async () => {
  const [first, second] = [createPart(), createPart()];
  const told: unknown[] = [];
  const all = runSideBySide([{ name: "lint", parts: [first.run, second.run] }], {
    lanes: 2,
    tell: ({ name, code, output }) => void told.push([name, code, output]),
  });
  await second.end(1, "a fault\n");
  expect(told).toEqual([]);
  await first.end(0, "a hint\n");
  expect(told).toEqual([["lint", 1, "a fault\na hint\n"]]);
  expect((await all).map(({ code }) => code)).toEqual([1]);
});

test("the outcomes have the order of the checks, whichever ends first", async () => {
  const [slow, fast] = [createPart(), createPart()];
  const all = runSideBySide(
    [
      { name: "slow", parts: [slow.run] },
      { name: "fast", parts: [fast.run] },
    ],
    { lanes: 2, tell: quiet },
  );
  await fast.end(0);
  await slow.end(0);
  expect((await all).map(({ name }) => name)).toEqual(["slow", "fast"]);
});
