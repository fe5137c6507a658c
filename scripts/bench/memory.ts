/**
 * G5: the memory of the servers under load. The engine lets a heap grow to several times what is alive and collects it then,
 * so one look finds any point between; here each round of the load is followed by one.
 */
import type { MeasuredServer } from "./server-process";
import type { Servers } from "./servers";
import { calculateMedian, calculateMedians, calculateSpread } from "./statistics";

/** The resident memory of every server, in MiB. */
export type MemorySizes = Record<keyof Servers, number>;

export interface Memory {
  /** The medians of the rounds. */
  sizes: MemorySizes;
  /** The product's to bare Remix's: the median of the rounds' ratios. */
  ratio: number;
  /** Of those ratios. */
  spread: number;
}

export async function readMemory(servers: Servers): Promise<MemorySizes> {
  const entries = Object.entries(servers) as [keyof Servers, MeasuredServer][];
  const sizes = entries.map(
    async ([name, server]) => [name, (await server.usage()).rssBytes / 2 ** 20] as const,
  );
  return Object.fromEntries(await Promise.all(sizes)) as MemorySizes;
}

export function summarizeMemory(rounds: readonly MemorySizes[]): Memory {
  const ratios = rounds.map(({ product, remix }) => product / remix);
  return {
    sizes: calculateMedians(rounds),
    ratio: calculateMedian(ratios),
    spread: calculateSpread(ratios),
  };
}
