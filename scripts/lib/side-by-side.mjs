/** Running what keeps one core busy: several at once, in the order given. */
import { getSecondsSince } from "./run.mjs";

/**
 * Runs jobs `{ name, parts }`, whose parts are functions that return `{ code, output }` sometime; at most `lanes` parts
 * run at once. Returns an outcome for each job: `{ name, code, output, seconds }`, where `code` is 0 when all parts'
 * are, and the seconds are counted from the start of the first part to the end of the last. `tell` hears each as it ends.
 *
 * @typedef {{ code: number, output: string }} Ended
 * @typedef {Ended & { name: string, seconds: number }} Outcome
 * @param {{ name: string, parts: (() => Promise<Ended>)[] }[]} jobs
 * @param {{ lanes: number, tell: (outcome: Outcome) => void }} how
 * @returns {Promise<Outcome[]>}
 */
export async function runSideBySide(jobs, { lanes, tell }) {
  const outcomes = new Map();
  const waiting = jobs.flatMap((job) => {
    const state = { left: job.parts.length, startedAt: undefined, code: 0, output: "" };
    return job.parts.map((run) => async () => {
      state.startedAt ??= Date.now();
      const { code, output } = await run();
      state.code ||= code;
      state.output += output;
      state.left -= 1;
      if (state.left > 0) return;
      const seconds = getSecondsSince(state.startedAt);
      const outcome = { name: job.name, code: state.code, output: state.output, seconds };
      outcomes.set(job.name, outcome);
      tell(outcome);
    });
  });
  const runLane = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await run();
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return jobs.map(({ name }) => outcomes.get(name));
}
