/** /account/profile/export: the user's own data as a file. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { downloadData } from "~/http/loader.server";
import { exportUser } from "~/services/profile/export.server";

export const loader = (args: LoaderFunctionArgs) =>
  downloadData(args, "/account/profile/export", { operation: exportUser, fileName: "groundwork-data.json" });
