/**
 * The program of `npm run test:faults`: makes every kind of fault while clients use the built product, kills it at random, and checks
 * the invariants after each. Writes docs/faults.json and docs/faults.md, and ends with 1 when something does not hold.
 *
 * `--only <group, kind or part of a name>`, `--store sqlite|postgres|mariadb`, `--kills <count>`, `--seed <number>`. `--dry` writes nothing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { removeTemplates } from "../support/migrated-stores";
import { RUN_FOLDER } from "../support/run-folder";
import { openKeeper, type Keeper } from "./keeper";
import { KINDS } from "./kinds";
import { STORES, type Kind, type StoreName } from "./kind";
import { runUnderTraffic } from "./run";
import { openStage, type Stage } from "./stage";
import { runTests } from "./tests-of-kind";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const KILLS = 200;
const { values } = parseArgs({
  options: {
    ...{ only: { type: "string" }, store: { type: "string" }, kills: { type: "string" } },
    ...{ seed: { type: "string", default: "1" }, dry: { type: "boolean", default: false } },
  },
});
const SEED = Number(values.seed);

async function run(): Promise<void> {
  const stores = chooseStores();
  const kinds = chooseKinds();
  const keeper = openKeeper({ root: ROOT, seed: SEED, isDry: values.dry });
  await Promise.all(stores.map((store) => runOnStore(store, kinds, keeper)));
  for (const kind of kinds) await runTestFile(kind, keeper);
  const kills = Number(values.kills ?? (values.only === undefined ? KILLS : 0));
  const killAll = stores.map((store, place) =>
    keeper.keepKills(store, Math.floor((kills + place) / stores.length)),
  );
  await Promise.all(killAll);
  if (!keeper.hasHeld()) process.exitCode = 1;
}

function chooseStores(): readonly StoreName[] {
  const chosen = STORES.filter((store) => values.store === undefined || store === values.store);
  if (chosen.length === 0) throw new Error(`--store is one of ${STORES.join(", ")}`);
  return chosen;
}

function chooseKinds(): readonly Kind[] {
  const { only } = values;
  // Only kills are wanted then.
  if (only === undefined) return values.kills === undefined ? KINDS : [];
  const exact = KINDS.filter(({ id, group }) => id === only || group === only);
  const chosen = exact.length > 0 ? exact : KINDS.filter(({ name }) => name.includes(only));
  const ids = KINDS.map(({ id }) => id).join(", ");
  if (chosen.length === 0) throw new Error(`--only is a group, a part of a name, or one of ${ids}`);
  return chosen;
}

/** Kinds without needs share a stage, as long as everything holds on it. */
async function runOnStore(store: StoreName, kinds: readonly Kind[], keeper: Keeper): Promise<void> {
  const shared = shareStage(store);
  for (const kind of kinds.filter(({ stores }) => stores.includes(store))) {
    const { way } = kind;
    if (way.by === "play")
      await keeper.keep(kind, store, async () => {
        const { violations, runs = 1, slowestRecoveryMs: recoveryMs } = await way.play(store, SEED);
        return { runs, violations, ...(recoveryMs !== undefined && { recoveryMs }) };
      });
    if (way.by !== "traffic") continue;
    await keeper.keep(kind, store, async () => {
      const stage = way.needs ? await openStage(store, way.needs) : await shared.open();
      const close = way.needs ? () => stage.close() : shared.close;
      const found = await runUnderTraffic(stage, way, SEED).catch(async (error: unknown) => {
        await close();
        throw error;
      });
      if (way.needs || found.violations.length > 0) await close();
      return { runs: 1, ...found };
    });
  }
  await shared.close();
}

function shareStage(store: StoreName) {
  let stage: Stage | null = null;
  return {
    open: async () => (stage ??= await openStage(store)),
    async close() {
      const open = stage;
      stage = null;
      await open?.close();
    },
  };
}

async function runTestFile(kind: Kind, keeper: Keeper): Promise<void> {
  const { way } = kind;
  if (way.by !== "tests") return;
  await keeper.keep(kind, "tests", async () => {
    const { passed, violations } = await runTests(way);
    return { runs: passed, violations };
  });
}

/** Databases are migrated once, and copied then. */
const folder = mkdtempSync(join(tmpdir(), "fault-run-"));
process.env[RUN_FOLDER] = folder;
try {
  await run();
} finally {
  await removeTemplates(folder);
  rmSync(folder, { recursive: true, force: true });
}
