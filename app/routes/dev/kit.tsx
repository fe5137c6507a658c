/** /dev/kit: every piece of the interface in every state, for the people who build it. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { openDevKit } from "~/services/platform/dev-kit.server";
import { KitPage } from "~/ui/dev-kit/kit-page";
import type { PageHandle } from "~/ui/use-page";

export const handle: PageHandle = { title: "common:title.kit", texts: ["kit", "data", "billing"] };

export const loader = (args: LoaderFunctionArgs) => handleLoader(args, paths.devKit, openDevKit);

export { shouldRevalidate } from "~/ui/form/keep-page";

export default KitPage;
