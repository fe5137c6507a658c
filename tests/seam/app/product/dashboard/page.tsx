/** /dashboard, in the place of the product's: how many projects the account has. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { getButtonClass } from "~/ui/kit/button";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";
import { readProjects } from "../projects/operations.server";

export const handle: PageHandle = { title: "common:title.dashboard", texts: ["projects"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.dashboard, async (context) => ({ total: (await readProjects(context)).length }));

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Dashboard() {
  const { total } = useLoaderData<typeof loader>();
  const { t } = useTexts("projects");
  return (
    <>
      <PageHeader title={t("title")} description={t("total", { count: total })} />
      <Section width="lg">
        <Card>
          <CardBody>
            <Link to={paths.projects} className={getButtonClass()}>
              {t("all")}
            </Link>
          </CardBody>
        </Card>
      </Section>
    </>
  );
}
