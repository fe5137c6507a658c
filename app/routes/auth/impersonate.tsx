/** /signin/impersonate: starts an impersonation. Opening the link changes nothing; the page posts its token. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { impersonate } from "~/services/master/impersonation.server";
import { TokenForm } from "~/ui/auth/token-form";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.impersonate",
  description: "common:description.impersonate",
  texts: ["master"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.impersonate, ({ url }) => {
    const token = url.searchParams.get("token");
    if (!token) throw redirect(paths.notFound);
    return { token };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.impersonate, {
    operation: impersonate,
    redirectTo: () => paths.dashboard,
    failTo: () => paths.notFound,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Impersonate() {
  const { token } = useLoaderData<typeof loader>();
  const { t } = useTexts("master");
  return (
    <AuthLayout title={t("confirm.title")} description={t("confirm.description")}>
      <TokenForm action={paths.impersonate} token={token} label={t("confirm.submit")} />
    </AuthLayout>
  );
}
