/** Requests per second in interleaved rounds: the product's pages and calls, each next to what it is compared with. */
import { measureLoad, runLoad, type Load, type Measured } from "./load/load";
import { readMemory, summarizeMemory, type Memory, type MemorySizes } from "./memory";
import { REFERENCE_COOKIE, type Servers, type SignedIn } from "./servers";
import { BUSY_CONNECTIONS, type Settings } from "./settings";
import { calculateMedians, calculateSpread } from "./statistics";
import { BILLING, LISTED } from "./urls";

export interface Target {
  name: string;
  server: keyof Servers;
  path: string;
  headers: Record<string, string>;
  /** A text that a correct response contains. */
  holds: string;
  /** The target it is compared with, which precedes it. */
  against?: string;
}

export interface Throughput {
  target: Target;
  busy: Measured;
  single: Measured;
  /**
   * The ratio to the compared target with many connections: requests per second and processor time. These are
   * medians of each round's ratios, because the machine's other work changes from round to round. `spread` is that of the
   * rounds' requests per second.
   */
  ratio: { perSecond: number; cpuMs: number; spread: number } | null;
}

/** In the order of each round: compared targets are next to each other. `key` is an API key. */
export function listTargets({ cookie, token }: SignedIn, key: string): Target[] {
  return [
    { name: "bare node:http", server: "node", path: "/", headers: {}, holds: "Hello" },
    { name: "React alone, sign-in form", server: "react", path: "/signin", headers: {}, holds: "<form" },
    ...pairWithRemix("sign-in page", { path: "/signin", remix: "<form", product: "<form" }),
    ...pairWithRemix("dashboard", { path: "/dashboard", remix: "customer10@", product: "/signout", cookie }),
    ...listPageTargets(cookie),
    // The data that a browser asks for when a user goes to the dashboard from another page.
    ...pairWithRemix("dashboard's data", {
      path: "/dashboard.data",
      remix: "customer10@",
      product: "grace@acme.test",
      cookie,
    }),
    ...listApiTargets({ cookie, token }, key),
  ];
}

interface ComparedPage {
  path: string;
  /** The texts that correct responses contain. */
  remix: string;
  product: string;
  /** Of a signed-in user of the product; a visitor's page has none. */
  cookie?: string;
}

/** The same page of bare Remix and of the product. */
function pairWithRemix(what: string, { path, remix, product, cookie }: ComparedPage): Target[] {
  const [theirs, ours] = cookie === undefined ? [{}, {}] : [{ Cookie: REFERENCE_COOKIE }, { Cookie: cookie }];
  const against = `bare Remix, ${what}`;
  return [
    { name: against, server: "remix", path, headers: theirs, holds: remix },
    {
      name: `Groundwork, ${what}`,
      server: "product",
      path,
      headers: ours,
      holds: product,
      against,
    },
  ];
}

/** The calls that a session and an API key make, next to references that do the same. */
function listApiTargets({ cookie, token }: SignedIn, key: string): Target[] {
  return [
    {
      name: "Express, session and JSON",
      server: "express",
      path: "/api/session",
      headers: { Cookie: REFERENCE_COOKIE },
      holds: "authenticated",
    },
    {
      name: "bare Remix, resource route",
      server: "remix",
      path: "/api/session",
      headers: { Cookie: REFERENCE_COOKIE },
      holds: "authenticated",
    },
    {
      name: "Groundwork, GET /api/auth, bearer",
      server: "product",
      path: "/api/auth",
      headers: { Authorization: `Bearer ${token}` },
      holds: '"authenticated":true',
      against: "bare Remix, resource route",
    },
    {
      name: "Groundwork, GET /api/auth, cookie",
      server: "product",
      path: "/api/auth",
      headers: { Cookie: cookie },
      holds: '"authenticated":true',
      against: "bare Remix, resource route",
    },
    {
      name: "Groundwork, a call with an API key",
      server: "product",
      path: "/api/account/subscription",
      headers: { Authorization: `Bearer ${key}` },
      holds: '"status":"active"',
      against: "bare Remix, resource route",
    },
  ];
}

/** The pages that are compared with a dashboard: those with a list of as many rows, and billing. */
function listPageTargets(cookie: string): Target[] {
  return Object.entries({ ...LISTED, ...BILLING }).map(([path, holds]) => ({
    name: `Groundwork, ${path}`,
    server: "product",
    path,
    headers: { Cookie: cookie },
    holds,
    against: "bare Remix, dashboard",
  }));
}

/**
 * Warms up every server, then measures all targets `rounds` times, alternately, and the servers' memory after each round.
 * Throws when a server gives a wrong response.
 */
export async function measureThroughput(
  servers: Servers,
  targets: readonly Target[],
  settings: Settings,
): Promise<{ throughput: Throughput[]; memory: Memory }> {
  for (const target of targets) {
    await checkAnswer(target, servers);
    await runLoad(
      createLoad(target, servers, { connections: BUSY_CONNECTIONS, seconds: settings.warmUpSeconds }),
    );
  }
  const measured = targets.map((target) => ({ target, busy: [] as Measured[], single: [] as Measured[] }));
  const sizes: MemorySizes[] = [];
  for (let round = 0; round < settings.rounds; round += 1) {
    for (const { target, busy, single } of measured) {
      const atOnce = { connections: BUSY_CONNECTIONS, seconds: settings.busySeconds };
      busy.push(await measureLoad(createLoad(target, servers, atOnce)));
      single.push(
        await measureLoad(createLoad(target, servers, { connections: 1, seconds: settings.singleSeconds })),
      );
    }
    sizes.push(await readMemory(servers));
  }
  const throughput = measured.map(({ target, busy, single }) => ({
    target,
    busy: calculateMedians(busy),
    single: calculateMedians(single),
    ratio: calculateRatio(busy, measured.find((other) => other.target.name === target.against)?.busy),
  }));
  return { throughput, memory: summarizeMemory(sizes) };
}

function calculateRatio(
  rounds: readonly Measured[],
  reference: readonly Measured[] | undefined,
): Throughput["ratio"] {
  if (!reference) return null;
  const ratios = rounds.map(({ perSecond, cpuMs }, round) => ({
    perSecond: perSecond / (reference[round]?.perSecond ?? NaN),
    cpuMs: cpuMs / (reference[round]?.cpuMs ?? NaN),
  }));
  return { ...calculateMedians(ratios), spread: calculateSpread(ratios.map(({ perSecond }) => perSecond)) };
}

function createLoad(
  { server, path, headers }: Target,
  servers: Servers,
  size: Pick<Load, "connections" | "seconds">,
): Load {
  return { server: servers[server], requests: [{ method: "GET", path, headers }], ...size };
}

async function checkAnswer({ name, server, path, headers, holds }: Target, servers: Servers): Promise<void> {
  const answer = await fetch(servers[server].url + path, { headers, redirect: "manual" });
  if (answer.status !== 200 || !(await answer.text()).includes(holds)) {
    throw new Error(`${name}: ${path} answered ${answer.status}, without ${holds}`);
  }
}
