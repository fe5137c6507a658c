/** /account/profile/export: one's own data, as a file. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { download } from "~/http/download.server";
import { exportUser } from "~/services/profile/export.server";

export const loader = (args: LoaderFunctionArgs) =>
  download(args, "/account/profile/export", { operation: exportUser, fileName: "groundwork-data.json" });
