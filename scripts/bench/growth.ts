/** G10: the cost of a look-up and a page with few users in an account, and with many. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { findViewer } from "../../app/models/viewer.server";
import { openStore } from "../../app/models/store/open-store";
import { GROWING_LISTS, GROWING_PAGES } from "./urls";
import { getDatabaseUrl, growData, type GrownData } from "./growth-data";
import { measureLoad, type LoadRequest } from "./load/load";
import { startServer, type MeasuredServer } from "./server-process";
import { createServerPlans } from "./servers";
import type { Settings } from "./settings";
import { calculateMedian } from "./statistics";

const LOOK_UPS = 1000;

export interface Growth {
  name: string;
  /** Milliseconds, the median of all. */
  fewMs: number;
  manyMs: number;
}

interface Side {
  data: GrownData;
  server: MeasuredServer;
}

/** Measures few and many alternately. */
export async function measureGrowth(folder: string, settings: Settings): Promise<Growth[]> {
  const few = await growData(join(folder, "few"), settings.users.few);
  const many = await growData(join(folder, "many"), settings.users.many);
  const lookUp = await measureInTurn(settings.rounds, { few, many }, timeLookUps);
  const plan = createServerPlans(folder).product;
  const sides = {
    few: { data: few, server: await startServer({ ...plan, dataDir: few.dataDir }) },
    many: { data: many, server: await startServer({ ...plan, dataDir: many.dataDir }) },
  };
  const growths = [{ name: "session look-up in the store", ...lookUp }];
  const calls = await measureInTurn(settings.rounds, sides, (side) =>
    timeRequests(side, "/api/auth", { seconds: settings.singleSeconds }),
  );
  growths.push({ name: "GET /api/auth", ...calls });
  for (const page of GROWING_PAGES) {
    const times = await measureInTurn(settings.rounds, sides, (side) =>
      timeRequests(side, page, { seconds: settings.singleSeconds }),
    );
    growths.push({ name: page, ...times });
  }
  for (const list of GROWING_LISTS) {
    const times = await measureInTurn(settings.rounds, sides, (side) =>
      timeRequests({ ...side, data: toOwnerData(side.data) }, list, { seconds: settings.singleSeconds }),
    );
    growths.push({ name: list, ...times });
  }
  await Promise.all([sides.few.server.stop(), sides.many.server.stop()]);
  return growths;
}

/** The owner alone, who may see the list. */
function toOwnerData(data: GrownData): GrownData {
  return { ...data, tokens: [data.ownerToken], cookies: [] };
}

/** Returns the medians of the rounds, after a warm-up round. */
async function measureInTurn<S>(
  rounds: number,
  sides: { few: S; many: S },
  time: (side: S) => Promise<number>,
): Promise<{ fewMs: number; manyMs: number }> {
  const few: number[] = [];
  const many: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    few.push(await time(sides.few));
    many.push(await time(sides.many));
  }
  return { fewMs: calculateMedian(few.slice(1)), manyMs: calculateMedian(many.slice(1)) };
}

async function timeLookUps({ dataDir, tokens }: GrownData): Promise<number> {
  const store = await openStore(getDatabaseUrl(dataDir));
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest("hex"));
  const times: number[] = [];
  for (let count = 0; count < LOOK_UPS; count += 1) {
    const startedAt = performance.now();
    const viewer = await findViewer(store, { tokenHash: hashes[count % hashes.length] ?? "" });
    times.push(performance.now() - startedAt);
    if (!viewer) throw new Error("a session that was created cannot be found");
  }
  await store.close();
  return calculateMedian(times);
}

/** Sends requests of this many users, one after the other, from one connection. */
async function timeRequests(
  { data, server }: Side,
  path: string,
  { seconds }: { seconds: number },
): Promise<number> {
  const isCall = path.startsWith("/api/");
  const requests = (isCall ? data.tokens : data.cookies).map((secret): LoadRequest => {
    const headers: Record<string, string> = isCall
      ? { Authorization: `Bearer ${secret}` }
      : { Cookie: `session=${secret}` };
    return { method: "GET", path, headers };
  });
  const { p50Ms } = await measureLoad({ server, requests, connections: 1, seconds });
  return p50Ms;
}
