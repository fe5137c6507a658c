/** /signup/waiting: a member waits until the owner chooses or renews a plan. */
import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { getRedirectPath, type AccessState } from "~/domain/guard";
import { paths } from "~/domain/paths";
import { canActAs } from "~/domain/roles";
import { handleLoader } from "~/http/loader.server";
import { ButtonLink } from "~/ui/kit/button";
import { AuthLayout } from "~/ui/layout/auth-layout";
import { useIsHydrated, type PageHandle } from "~/ui/use-page";
import { SignOut } from "~/ui/session/sign-out";
import { useOpenWhenAllowed } from "~/ui/session/use-open-when-allowed";
import { useTexts } from "~/ui/use-texts";
import { toAccountName } from "~/services/platform/account-name.server";

export const handle: PageHandle = { title: "common:title.waiting", texts: ["auth"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.waiting, ({ viewer, locale }) => {
    const { accessState } = viewer;
    // A user who can fix it, or has nothing to wait for, is redirected.
    const to = getRedirectPath(accessState, paths.dashboard) ?? paths.dashboard;
    if (to !== paths.waiting) throw redirect(to);
    return {
      account: toAccountName(viewer.account, locale),
      reason: getReason(accessState),
      canRemove: canActAs(viewer, "admin"),
    };
  });

function getReason(accessState: AccessState): "plan" | "over_limit" | "lapsed" {
  if (!accessState.hasPlan) return "plan";
  return accessState.isOverLimit ? "over_limit" : "lapsed";
}

const TITLES = {
  plan: "waiting.title",
  over_limit: "waiting.over_limit_title",
  lapsed: "waiting.lapsed_title",
} as const;

export { shouldRevalidate } from "~/ui/form/keep-page";

export default function Waiting() {
  const { account, reason, canRemove } = useLoaderData<typeof loader>();
  const { t } = useTexts("auth");
  const opensByItself = useIsHydrated();
  useOpenWhenAllowed(paths.waiting);
  const what = t(`waiting.${reason}`, { account });
  return (
    <AuthLayout
      title={t(TITLES[reason])}
      description={`${what} ${opensByItself ? t("waiting.by_itself") : t("waiting.by_button")}`}
    >
      <ButtonLink to={paths.dashboard} variant="primary" isBlock>
        {t("waiting.again")}
      </ButtonLink>
      {reason === "over_limit" && canRemove ? (
        <ButtonLink to={paths.users} isBlock>
          {t("waiting.remove_members")}
        </ButtonLink>
      ) : null}
      <SignOut />
    </AuthLayout>
  );
}
