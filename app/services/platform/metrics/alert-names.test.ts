/** The alert rules and the dashboard ask only for metrics that the product has. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { JOB_NAMES } from "~/domain/jobs";
import type { OpenStore } from "~/models/store/database";
import { openMigratedStore } from "../../../../tests/support/migrated-stores";
import { createMetrics } from "./metrics.server";

let folder: string;
let store: OpenStore;
let registered: Set<string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "alerts-"));
  store = await openMigratedStore(folder);
  const metrics = createMetrics(store);
  // The metrics of the process are there from the second scrape on.
  await metrics.scrape();
  const { body } = await metrics.scrape();
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const names = types.flatMap(([, name = "", type]) =>
    type === "histogram" ? [name, `${name}_bucket`] : name,
  );
  registered = new Set(names);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test.each(["alerts.yml", "grafana-dashboard.json"])("%s names only metrics that are registered", (file) => {
  const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), "utf8");
  const named = new Set(text.match(/\bgroundwork_\w+/g));
  expect(named.size).toBeGreaterThan(10);
  expect([...named].filter((name) => !registered.has(name))).toEqual([]);
});

test("the queues and jobs that the rules name exist", async () => {
  const rules = readFileSync(new URL("../../../../deploy/alerts.yml", import.meta.url), "utf8");
  const { body } = await createMetrics(store).scrape();
  const list = (text: string) => new Set([...text.matchAll(/\{queue="(\w+)"\}/g)].map(([, queue]) => queue));
  expect(list(rules)).toEqual(list(body));
  const jobs = [...rules.matchAll(/\{job="([\w-]+)"\} > /g)].map(([, job]) => job);
  expect(jobs).toHaveLength(2);
  expect(JOB_NAMES).toEqual(expect.arrayContaining(jobs));
});
