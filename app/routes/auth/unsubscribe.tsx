/**
 * /unsubscribe: turns one notification off, and on again, by the link in its emails. Opening the page changes nothing;
 * its button posts, and so do mail programs, without a cookie or an Origin header.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { readNotificationLink, updateNotificationByLink } from "~/services/users/notification-links.server";
import { PostForm } from "~/ui/form/post-form";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { TextLink } from "~/ui/kit/text-link";
import { AuthLayout } from "~/ui/layout/auth-layout";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = {
  title: "common:title.unsubscribe",
  description: "common:description.unsubscribe",
  texts: ["notifications"],
};

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.unsubscribe, async ({ app, url }) => ({
    notification: await readNotificationLink(app, url.searchParams.get("token") ?? ""),
  }));

/** Mail programs require an answer without a redirect (RFC 8058). */
export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.unsubscribe, {
    operation: updateNotificationByLink,
    toInput: ({ active }, { url }) => ({
      token: url.searchParams.get("token") ?? "",
      active: active === "true",
    }),
    redirectTo: () => null,
  });

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Unsubscribe() {
  const { notification } = useLoaderData<typeof loader>();
  const { t } = useTexts("notifications");
  if (!notification) {
    return (
      <AuthLayout title={t("link.invalid_title")} description={t("link.invalid")}>
        <ButtonLink to={paths.notifications} variant="primary" isBlock>
          {t("link.settings")}
        </ButtonLink>
      </AuthLayout>
    );
  }
  const { name, active } = notification;
  const values = { email: t(`label.${name}`) };
  return (
    <AuthLayout
      title={active ? t("link.title", values) : t("link.off_title")}
      description={t(`hint.${name}`)}
      notice={active ? null : <Notice tone="good">{t("link.off", values)}</Notice>}
      below={<TextLink to={paths.notifications}>{t("link.settings")}</TextLink>}
    >
      <PostForm fields={{ active: String(!active) }} keepsScroll>
        <Button type="submit" variant={active ? "primary" : "secondary"} isBlock>
          {active ? t("link.turn_off") : t("link.turn_on")}
        </Button>
      </PostForm>
    </AuthLayout>
  );
}
