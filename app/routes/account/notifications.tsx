/** /account/notifications: a switch for each optional email. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import {
  getNotificationRole,
  listNotificationNames,
  NOTIFICATIONS,
  type NotificationName,
} from "~/domain/notifications";
import { paths } from "~/domain/paths";
import { handleAction } from "~/http/action.server";
import { handleLoader } from "~/http/loader.server";
import { listNotifications, updateNotifications } from "~/services/users/notifications.server";
import { ActionForm } from "~/ui/form/action-form";
import { SwitchField } from "~/ui/form/choice-fields";
import { Card, CardBody, Section } from "~/ui/kit/card";
import { PageHeader } from "~/ui/layout/page-header";
import type { PageHandle } from "~/ui/use-page";
import { useTexts } from "~/ui/use-texts";

export const handle: PageHandle = { title: "common:title.notifications", texts: ["notifications"] };

export const loader = (args: LoaderFunctionArgs) =>
  handleLoader(args, paths.notifications, async ({ app, viewer }) => ({
    notifications: await listNotifications(app.store, viewer),
  }));

/**
 * Browsers do not post a switch that is off: a missing field means off, for every switch on the page. Undo sends the
 * switches that were on when the page was shown.
 */
export const action = (args: ActionFunctionArgs) =>
  handleAction(args, paths.notifications, {
    operation: updateNotifications,
    toInput: (fields, { viewer }) => ({
      notifications: listNotificationNames(viewer).map((name) => ({
        name,
        active: fields[name] !== undefined,
      })),
    }),
    undo: (_saved, { before }) => (typeof before === "string" ? toFields(before.split(" ")) : null),
  });

function toFields(on: readonly string[]): Partial<Record<NotificationName, string>> {
  return Object.fromEntries(NOTIFICATIONS.filter((name) => on.includes(name)).map((name) => [name, "on"]));
}

export { clientAction, shouldRevalidate } from "~/ui/form/keep-page";

export default function Notifications() {
  const { notifications } = useLoaderData<typeof loader>();
  const { t } = useTexts("notifications");
  const on = notifications.filter(({ active, receives }) => active && receives).map(({ name }) => name);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <Section width="lg">
        <Card>
          <CardBody isAlone>
            <ActionForm
              schema={() => import("~/domain/forms/notifications").then((forms) => forms.notificationsForm)}
              submitLabel={t("submit")}
              isAutomatic
              follows={on.join(" ")}
              fields={{ before: on.join(" ") }}
            >
              {notifications.map((notification) => (
                <NotificationSwitch key={notification.name} {...notification} />
              ))}
            </ActionForm>
          </CardBody>
        </Card>
      </Section>
    </>
  );
}

interface NotificationSwitchProps {
  name: NotificationName;
  active: boolean;
  receives: boolean;
}

/** An email that the user's role does not get has a reason instead of a working switch. */
function NotificationSwitch({ name, active, receives }: NotificationSwitchProps) {
  const { t } = useTexts("notifications");
  const role = getNotificationRole(name);
  const reason = receives || role === "user" ? "" : ` ${t(`unavailable.${role}`)}`;
  return (
    <SwitchField
      name={name}
      label={t(`label.${name}`)}
      hint={t(`hint.${name}`) + reason}
      defaultChecked={active && receives}
      isDisabled={!receives}
    />
  );
}
