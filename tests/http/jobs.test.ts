/** The background jobs of a running product, and mission control's view of them. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntity } from "~/models/audit.server";
import { jobEntity } from "~/models/job.server";
import { JOB_NAMES } from "~/domain/jobs";
import { paths } from "~/domain/paths";
import { signUp } from "../support/clients";
import { openStage, type Caller, type Stage } from "../support/impersonation";
import { startProduct, waitFor, type Product } from "../support/product";
import { isRedisReached, redisUrl } from "../support/redis";

interface Listed {
  jobs: { name: string; status: string; failure: string | null; last_run: string | null }[];
}

const settings = { leases: {}, Redis: { REDIS_URL: redisUrl.href } };
const hasRedis = await isRedisReached();

describe.skipIf(!hasRedis).each(["Redis"] as const)("jobs by %s", tellJobs);
describe.each(["leases"] as const)("jobs by %s", tellJobs);

function tellJobs(driver: keyof typeof settings): void {
  let product: Product;
  let stage: Stage;
  let master: Caller;
  beforeAll(async () => {
    product = await startProduct(settings[driver]);
    stage = await openStage(product);
    master = await stage.person("master");
  });
  afterAll(async () => {
    await stage.close();
    await product.stop();
  });

  const findJob = async (name: string) => {
    const { status, data } = await master.call("GET", "/api/master/jobs");
    expect(status).toBe(200);
    return (data as unknown as Listed).jobs.find((job) => job.name === name);
  };
  const failCleanup = async () => {
    const at = new Date();
    const failed = { dueAt: new Date(Date.now() + 9e6), lockedUntil: at, startedAt: at, finishedAt: at };
    await stage.store.remove(jobEntity, { id: "cleanup" });
    await stage.store.insert(jobEntity, {
      id: "cleanup",
      ...failed,
      attempts: 1,
      failure: "Error: disk full",
    });
  };

  test("every job is listed, and those of the start have run", async () => {
    const { data } = await master.call("GET", "/api/master/jobs");
    expect((data as unknown as Listed).jobs.map(({ name }) => name).sort()).toEqual([...JOB_NAMES].sort());
    await waitFor(async () => (await findJob("reconcile"))?.status === "done", "the comparison at the start");
    await waitFor(async () => (await findJob("usage-reports"))?.status === "done", "the report of API calls");
  });

  test("a mail leaves at once", async () => {
    const email = `at-once-${driver.toLowerCase()}@example.com`;
    const before = Date.now();
    await signUp(product, email);
    await product.mailTo(email);
    // Without being woken, the job would take half its interval of five seconds on average.
    expect(Date.now() - before).toBeLessThan(2500);
  });

  test("a failed job is retried once it is asked for, and the retry is in the activity log", async () => {
    await failCleanup();
    expect(await findJob("cleanup")).toMatchObject({ status: "failed", failure: "Error: disk full" });
    expect((await master.call("POST", "/api/master/jobs/retry", { job: "cleanup" })).status).toBe(200);
    await waitFor(async () => (await findJob("cleanup"))?.status === "done", "the retry");
    const log = await stage.store.find(auditEntity, { accountId: master.accountId, action: "job_retried" });
    expect(log).toMatchObject([{ target: "cleanup" }]);
  });

  test("a job that has not failed answers 409, an unknown one 404, and neither is recorded", async () => {
    await waitFor(async () => (await findJob("reconcile"))?.status === "done", "the comparison at the start");
    const before = await stage.store.count(auditEntity, { action: "job_retried" });
    for (const [job, status] of [
      ["reconcile", 409],
      ["nothing", 404],
      ["__proto__", 404],
    ] as const)
      expect((await master.call("POST", "/api/master/jobs/retry", { job })).status, job).toBe(status);
    expect(await stage.store.count(auditEntity, { action: "job_retried" })).toBe(before);
  });

  test("without BACKUP_EVERY_HOURS the backups are off, whatever became of an earlier one", async () => {
    const at = new Date();
    const failed = { dueAt: at, lockedUntil: at, startedAt: at, finishedAt: at };
    await stage.store.insert(jobEntity, {
      id: "backups",
      ...failed,
      attempts: 1,
      failure: "Error: disk full",
    });
    expect(await findJob("backups")).toMatchObject({ status: "off", failure: null });
    expect((await master.call("POST", "/api/master/jobs/retry", { job: "backups" })).status).toBe(409);
    expect((await master.browser.get(paths.masterJobs)).html).toContain("BACKUP_EVERY_HOURS isn&#x27;t set.");
  });

  test("only masters see the jobs and retry them", async () => {
    const owner = await stage.person("owner");
    expect((await owner.call("GET", "/api/master/jobs")).status).toBe(403);
    expect((await owner.call("POST", "/api/master/jobs/retry", { job: "cleanup" })).status).toBe(403);
  });

  test("the page retries a failed job without scripts", async () => {
    await failCleanup();
    const { html: page } = await master.browser.get(paths.masterJobsWith("cleanup"));
    expect(page).toContain("Error: disk full");
    expect(page).toContain('name="job" value="cleanup"');
    expect((await master.browser.post(paths.masterJobs, { job: "cleanup" })).status).toBe(302);
    await waitFor(async () => (await findJob("cleanup"))?.status === "done", "the retry");
  });
}
