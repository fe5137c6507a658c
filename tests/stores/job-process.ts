/** A process that runs one exclusive job and does not come to its end. It prints a line when the run begins. */
import { openStore } from "~/models/store/open-store";
import { createTestJob, startJobsBy, type JobDriver } from "../support/job-drivers";

const [driver = "", url = "", prefix = ""] = process.argv.slice(2);
const job = createTestJob("cleanup", {
  work: async () => {
    process.stdout.write("begun\n");
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  },
});
await startJobsBy(driver as JobDriver, [job], { store: await openStore(url), prefix });
