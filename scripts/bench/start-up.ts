/** G4: the time from the start of a process to its first 200. */
import { createServerPlans } from "./servers";
import { startServer } from "./server-process";
import { calculateMedian, calculateSpread } from "./statistics";

export interface StartUp {
  productMs: number;
  remixMs: number;
  /** Of the ratios of the starts. */
  spread: number;
}

/**
 * Starts the product and bare Remix alternately, and returns the medians. The product's database exists, as at
 * every start except the first.
 */
export async function measureStarts(folder: string, times: number): Promise<StartUp> {
  const plans = createServerPlans(folder);
  const productMs: number[] = [];
  const remixMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    remixMs.push(await startOnce(plans.remix));
    productMs.push(await startOnce(plans.product));
  }
  const ratios = productMs.map((ms, time) => ms / (remixMs[time] ?? NaN));
  return {
    productMs: calculateMedian(productMs),
    remixMs: calculateMedian(remixMs),
    spread: calculateSpread(ratios),
  };
}

async function startOnce(plan: Parameters<typeof startServer>[0]): Promise<number> {
  const server = await startServer(plan);
  await server.stop();
  return server.startMs;
}
