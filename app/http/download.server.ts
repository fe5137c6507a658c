/** Downloads: what an operation answers, as a file for the page's reader. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { runOperation, type Operation } from "~/services/platform/operation.server";
import type { ViewerPagePath } from "~/domain/pages";
import { handleLoader } from "./loader.server";

/** Guards `page`, then answers what `operation` returns without any input, as a JSON file called `fileName`. */
export function download(
  args: LoaderFunctionArgs,
  page: ViewerPagePath,
  { operation, fileName }: { operation: Operation; fileName: string },
): Promise<Response> {
  return handleLoader(args, page, async (context) => {
    const { data } = await runOperation(operation, {}, context);
    return new Response(JSON.stringify(data, null, 2), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="${fileName}"`,
      },
    });
  });
}
