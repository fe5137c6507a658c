/** Logs once a day how many projects there are. */
import { hours, WORKERS_FIRST_AFTER_MS } from "~/domain/limits";
import type { App } from "~/services/platform/app.server";
import type { Job } from "~/services/platform/jobs/jobs.server";
import { countAllProjects } from "./model.server";

export function createProjectCountJob({ store, log }: Pick<App, "store" | "log">): Job {
  return {
    name: "project-count",
    every: hours(24),
    firstAfter: WORKERS_FIRST_AFTER_MS,
    isExclusive: true,
    async run() {
      log.info({ projects: await countAllProjects(store) }, "projects");
    },
    report: (cause) => log.warn({ err: cause }, "the projects could not be counted"),
  };
}
