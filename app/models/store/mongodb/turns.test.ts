import { expect, test } from "vitest";
import { createTurns } from "./turns";

const late = () => new Error("too late");

test("each work runs after the one before it, in order, also after a failure", async () => {
  const turns = createTurns(1000, late);
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 1));
    steps.push(`${name} ends`);
    if (name === "b") throw new Error("b failed");
    return name;
  };
  const results = await Promise.allSettled(["a", "b", "c"].map((name) => turns.wait(work(name))));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(steps).toEqual(["a", "b", "c"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("work whose turn does not come in time is not run, and those behind it are", async () => {
  const turns = createTurns(10, late);
  let end: () => void = () => undefined;
  const first = turns.wait(() => new Promise<void>((resolve) => (end = resolve)));
  let ran = false;
  const second = turns.wait(() => {
    ran = true;
    return Promise.resolve();
  });
  await expect(second).rejects.toThrow("too late");
  end();
  await first;
  expect(await turns.wait(() => Promise.resolve("third"))).toBe("third");
  expect(ran).toBe(false);
});
