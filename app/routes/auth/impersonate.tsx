/** /signin/impersonate: starts an impersonation. Opening the link changes nothing; the page posts its token. */
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { impersonate } from "~/services/support/impersonation.server";
import { TokenForm } from "~/ui/auth/token-form";
import { keepPage } from "~/ui/form/keep-page";
import { AuthLayout } from "~/ui/layout/auth-layout";
import { useRoot, type PageHandle } from "~/ui/layout/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.impersonate",
  description: "common:description.impersonate",
  texts: ["master"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/signin/impersonate", ({ url }) => {
    const token = url.searchParams.get("token");
    if (!token) throw redirect(paths.notFound);
    return { token };
  });

export const action = (args: ActionFunctionArgs) =>
  handleAction(args, "/signin/impersonate", {
    operation: impersonate,
    redirectTo: () => paths.dashboard,
    failTo: () => paths.notFound,
  });

export const clientAction = keepPage;
export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Impersonate() {
  const { token } = useLoaderData<typeof loader>();
  const { locale } = useRoot();
  const { t } = useTexts("master");
  return (
    <AuthLayout locale={locale} title={t("confirm.title")} description={t("confirm.description")}>
      <TokenForm action={paths.impersonate} token={token} label={t("confirm.submit")} />
    </AuthLayout>
  );
}
