/** /api/docs/try: Swagger UI, which makes calls from the browser. Only this page loads its script. */
import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import swaggerSheet from "swagger-ui-dist/swagger-ui.css?url";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { DocsLayout } from "~/ui/api-docs/docs-layout";
import { ApiViewer } from "~/ui/api-docs/viewer";
import viewerSheet from "~/ui/api-docs/viewer.css?url";
import type { PageHandle } from "~/ui/use-page";

export const handle: PageHandle = {
  title: "common:title.api_try",
  description: "common:description.api_docs",
  texts: ["reference"],
};

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: swaggerSheet },
  { rel: "stylesheet", href: viewerSheet },
];

export const loader = (args: LoaderFunctionArgs) => handleLoader(args, paths.tryApi, () => null);

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function TryApi() {
  return (
    <DocsLayout page="try">
      <ApiViewer />
    </DocsLayout>
  );
}
