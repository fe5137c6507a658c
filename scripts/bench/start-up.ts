/** G4 and G5: the time from the start of a process to its first 200, and its memory after the load. */
import { createServerPlans, type Servers } from "./servers";
import { startServer, type MeasuredServer } from "./server-process";
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

/** The resident memory of every server, in MiB. */
export async function measureMemory(servers: Servers): Promise<Record<keyof Servers, number>> {
  const entries = Object.entries(servers) as [keyof Servers, MeasuredServer][];
  const sizes = entries.map(
    async ([name, server]) => [name, (await server.usage()).rssBytes / 2 ** 20] as const,
  );
  return Object.fromEntries(await Promise.all(sizes)) as Record<keyof Servers, number>;
}

async function startOnce(plan: Parameters<typeof startServer>[0]): Promise<number> {
  const server = await startServer(plan);
  await server.stop();
  return server.startMs;
}
