/** /account/profile/export: one's own data, as a file. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { loadFor } from "~/http/page.server";
import { exportUser } from "~/services/export.server";
import { perform } from "~/services/operation.server";

export const loader = (args: LoaderFunctionArgs) =>
  loadFor(args, "/account/profile/export", async (context) => {
    const { data } = await perform(exportUser, {}, context);
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="groundwork-data.json"',
      },
    });
  });
