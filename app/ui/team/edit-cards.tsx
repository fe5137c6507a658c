/** The cards of /account/users/edit: what an admin can do with a member or an invitation. */
import { useId } from "react";
import { paths } from "~/domain/paths";
import type { Role } from "~/domain/roles";
import { ActionForm, SubmitButton } from "../form/action-form";
import { PostForm } from "../form/post-form";
import { Button, ButtonLink } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { Confirm } from "../kit/confirm";
import { TimeInText } from "../kit/time";
import { useTexts } from "../use-texts";
import { RoleChoice } from "./role-choice";

interface MemberCardsProps {
  id: string;
  name: string;
  permission: Role;
  /** The viewer owns the account, and may transfer it to an admin. */
  isOwner: boolean;
}

/** For a member: another role, the transfer of the account to them, and the end of their membership. */
export function MemberCards({ id, name, permission, isOwner }: MemberCardsProps) {
  const { t } = useTexts("team");
  return (
    <>
      <Card>
        <CardHeader title={t("edit.role_title")} description={t("edit.role_description")} />
        <CardBody>
          <ActionForm
            intent="change-role"
            fields={{ id }}
            shown={{ permission }}
            className="max-w-md"
            schema={() => import("~/domain/forms/team").then((forms) => forms.memberForm)}
          >
            <RoleChoice defaultValue={permission} />
            <SubmitButton className="justify-self-start">{t("edit.save")}</SubmitButton>
          </ActionForm>
        </CardBody>
      </Card>
      {isOwner && permission === "admin" ? (
        <Card>
          <CardHeader
            title={t("owner.title")}
            description={t("owner.card", { name })}
            actions={<ButtonLink to={paths.offerOwnershipTo(id)}>{t("owner.begin")}</ButtonLink>}
          />
        </Card>
      ) : null}
      <Card>
        <CardHeader
          title={t("edit.remove_title")}
          description={t("edit.remove_description", { name })}
          actions={
            <ConfirmedForm
              intent="remove-user"
              fields={{ id }}
              label={t("edit.remove")}
              title={t("edit.remove_question", { name })}
              description={t("edit.remove_consequence")}
            />
          }
        />
      </Card>
    </>
  );
}

interface InviteCardsProps {
  id: string;
  email: string;
  /** ISO 8601. */
  date_sent: string;
  expired: boolean;
  /** False while the account's subscription does not allow invitations. */
  canSend: boolean;
}

/** For an invitation: sending its mail again, and revoking it. */
export function InviteCards({ id, email, date_sent: sentAt, expired, canSend }: InviteCardsProps) {
  const { t } = useTexts("team");
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

interface ConfirmedFormProps {
  intent: string;
  /** Sent as hidden fields. */
  fields: Readonly<Record<string, string>>;
  /** The label of the button. */
  label: string;
  title: string;
  description: string;
}

/** A form of one button that cannot be undone. Asks for confirmation where scripts run. */
function ConfirmedForm({ intent, fields, label, title, description }: ConfirmedFormProps) {
  const id = useId();
  return (
    <PostForm id={id} intent={intent} fields={fields}>
      <Confirm
        formId={id}
        trigger={
          <Button type="submit" variant="danger">
            {label}
          </Button>
        }
        title={title}
        description={description}
        confirmLabel={label}
      />
    </PostForm>
  );
}
