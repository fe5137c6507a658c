/** What can be done with an invitation: the mail again, or taking it back. */
import { useTranslation } from "react-i18next";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardHeader } from "../kit/card";
import { TimeInText } from "../kit/time";
import { ConfirmedForm } from "./confirmed-form";

export interface InviteCardsProps {
  id: string;
  email: string;
  /** ISO 8601. */
  date_sent: string;
  expired: boolean;
  /** Without it there is nothing to send: the account's subscription is not in order. */
  canSend: boolean;
}

export function InviteCards({ id, email, date_sent: sentAt, expired, canSend }: InviteCardsProps) {
  const { t } = useTranslation("team");
  return (
    <>
      <Card>
        <CardHeader
          title={t("invite.again_title")}
          description={
            canSend ? (
              <TimeInText iso={sentAt}>
                {(date) => t(expired ? "invite.expired_description" : "invite.again_description", { date })}
              </TimeInText>
            ) : (
              t("invite.lapsed")
            )
          }
          actions={
            canSend ? (
              <PostForm intent="resend-invite" fields={{ id }}>
                <Button type="submit">{t("invite.again")}</Button>
              </PostForm>
            ) : null
          }
        />
      </Card>
      <Card>
        <CardHeader
          title={t("invite.revoke_title")}
          description={t("invite.revoke_description")}
          actions={
            <ConfirmedForm
              intent="revoke-invite"
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
