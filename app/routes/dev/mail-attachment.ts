/** /dev/mail/:id/attachments/:index: a file that is attached to one of the stored emails. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { getDevAttachment } from "~/services/platform/mail/dev-mail.server";

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.devMailFile, async (context) => {
    const { id = "", index = "" } = context.params;
    const file = await getDevAttachment(context, { id, index: Number(index) });
    return new Response(new Uint8Array(file.content), {
      headers: {
        "Content-Type": file.type,
        // Never shown as a page of the product's own origin.
        "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      },
    });
  });
