/** A product that makes backups by itself: what mission control and the doctor say of them, and a retry by hand. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobEntity } from "~/models/job.server";
import { runChecks } from "~/services/checks/run-checks.server";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import { startProduct, waitFor, type Product } from "../support/product";

const SCHEDULE = { BACKUP_EVERY_HOURS: "24" };
let product: Product;
let stage: Stage;
let master: Caller;
beforeAll(async () => {
  product = await startProduct(SCHEDULE);
  stage = await openStage(product);
  master = await stage.person("master");
});
afterAll(async () => {
  await stage.close();
  await product.stop();
});

const findStatus = async () => {
  const { data } = await master.call("GET", "/api/master/jobs");
  const { jobs } = data as { jobs: { name: string; status: string; failure: string | null }[] };
  return jobs.find(({ name }) => name === "backups");
};

const findCheck = async () => {
  const environment = { DATA_DIR: product.dataDir, PORT: String(product.port), ...SCHEDULE };
  const checks = await runChecks({ environment, minimumNode: "20.19", builtAt: new Date(0) });
  return checks.find(({ check }) => check === "backup_schedule");
};

test("the first is made by itself; one that fails is shown with its reason, and a retry makes it at once", async () => {
  const folder = join(product.dataDir, "backups");
  await waitFor(async () => (await findStatus())?.status === "done", "the first backup");
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^scheduled-\d{8}T\d{6}Z\.backup$/)]);
  expect(await findCheck()).toMatchObject({ level: "ok" });
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "in the way");
  await stage.store.update(jobEntity, { id: "backups" }, { failure: "Error: some reason", attempts: 1 });
  const retry = async () => (await master.call("POST", "/api/master/jobs/retry", { job: "backups" })).status;
  expect(await retry()).toBe(200);
  await waitFor(async () => /EEXIST|ENOTDIR/.test((await findStatus())?.failure ?? ""), "the failure");
  expect(await findCheck()).toMatchObject({
    level: "failure",
    finding: expect.stringContaining(encodeURIComponent(folder)) as string,
  });
  rmSync(folder);
  expect(await retry()).toBe(200);
  await waitFor(async () => (await findStatus())?.status === "done", "the backup");
  expect(readdirSync(folder)).toHaveLength(1);
});
