/** /signup/waiting: a member waits until the owner chooses or renews a plan. */
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getRedirectPath } from "~/domain/guard";
import { paths } from "~/domain/paths";
import { handleLoader } from "~/http/loader.server";
import { toAccessState } from "~/services/platform/viewer.server";
import { ButtonLink } from "~/ui/kit/button";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/layout/use-page";
import { useIsHydrated, useRoot } from "~/ui/layout/use-page";
import { SignOut, useOpenWhenAllowed } from "~/ui/session/restricted-pages";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.waiting", texts: ["auth"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, "/signup/waiting", ({ viewer }) => {
    const accessState = toAccessState(viewer);
    // A user who can fix it, or has nothing to wait for, is redirected.
    const to = getRedirectPath(accessState, paths.dashboard) ?? paths.dashboard;
    if (to !== paths.waiting) throw redirect(to);
    return { account: viewer.account.name, hasPlan: accessState?.hasPlan ?? false };
  });

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Waiting() {
  const { account, hasPlan } = useLoaderData<typeof loader>();
  const { locale } = useRoot();
  const { t } = useTexts("auth");
  const opensByItself = useIsHydrated();
  useOpenWhenAllowed(paths.waiting);
  const what = hasPlan ? t("waiting.lapsed", { account }) : t("waiting.plan", { account });
  return (
    <AuthLayout
      locale={locale}
      title={hasPlan ? t("waiting.lapsed_title") : t("waiting.title")}
      description={`${what} ${opensByItself ? t("waiting.by_itself") : t("waiting.by_button")}`}
    >
      <ButtonLink to={paths.dashboard} variant="primary" isBlock>
        {t("waiting.again")}
      </ButtonLink>
      <SignOut />
    </AuthLayout>
  );
}
