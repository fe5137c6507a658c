/** /account/profile/export: the user's own data as a file. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { PRODUCT_SLUG } from "~/domain/product";
import { downloadData } from "~/http/loader.server";
import { exportUser } from "~/services/profile/export.server";

export const loader = (args: LoaderFunctionArgs) =>
  downloadData(args, paths.profileExport, {
    operation: exportUser,
    fileName: `${PRODUCT_SLUG}-data.json`,
  });
