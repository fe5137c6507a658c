/** /account/users/export: the filtered list of members and invitations as a CSV file. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { downloadCsv } from "~/http/loader.server";
import { exportMembers } from "~/services/team/export-members.server";

export const loader = (args: LoaderFunctionArgs) =>
  downloadCsv(args, paths.exportUsers, {
    operation: exportMembers,
    fileName: "users.csv",
    toText: ({ csv }) => csv,
  });
