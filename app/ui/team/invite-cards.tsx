/** What can be done with an invitation that is open: the mail again, or taking it back. */
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { Button } from "../kit/button";
import { Card, CardHeader } from "../kit/card";
import { ConfirmedForm } from "./confirmed-form";

export function InviteCards({
  id,
  email,
  date_sent: sentAt,
}: {
  id: string;
  email: string;
  date_sent: string;
}) {
  const { t } = useTranslation("team");
  return (
    <>
      <Card>
        <CardHeader
          title={t("invite.again_title")}
          description={t("invite.again_description", { date: formatDateTime(sentAt) })}
          actions={
            <Form method="post" action={paths.sendInviteAgain}>
              <input type="hidden" name="id" value={id} />
              <Button type="submit">{t("invite.again")}</Button>
            </Form>
          }
        />
      </Card>
      <Card>
        <CardHeader
          title={t("invite.revoke_title")}
          description={t("invite.revoke_description")}
          actions={
            <ConfirmedForm
              action={paths.revokeInvite}
              fields={{ id }}
              label={t("invite.revoke")}
              title={t("invite.revoke_question", { email })}
              description={t("invite.revoke_consequence")}
            />
          }
        />
      </Card>
    </>
  );
}
