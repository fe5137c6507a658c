/** /master/jobs: the background jobs, for masters. `?job=` shows the button that runs a failed one again. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isJobName } from "~/domain/jobs";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readJobs, retryJob } from "~/services/master/jobs.server";
import type { PageHandle } from "~/ui/use-page";
import { JobList } from "~/ui/master/job-list";

export const handle: PageHandle = { title: "common:title.master_jobs", texts: ["master", "data"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.masterJobs, async ({ app, url: { searchParams: query } }) => {
    const job = query.get("job");
    return { jobs: await readJobs(app), chosen: isJobName(job) ? job : null };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.masterJobs, {
    operation: retryJob,
    redirectTo: () => paths.masterJobs,
    failTo: () => paths.masterJobs,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Jobs() {
  return <JobList {...useLoaderData<typeof loader>()} />;
}
