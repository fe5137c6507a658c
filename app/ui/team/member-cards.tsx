/** What can be done with one member: another role, the account itself, or the end of the membership. */
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import type { Role } from "~/domain/roles";
import { ActionForm, SubmitButton } from "../form/action-form";
import { ButtonLink } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { ConfirmedForm } from "./confirmed-form";
import { RoleField } from "./role-field";

export interface MemberCardsProps {
  id: string;
  name: string;
  permission: Role;
  /** The reader owns the account: they may hand it over to an admin. */
  isOwner: boolean;
}

export function MemberCards({ id, name, permission, isOwner }: MemberCardsProps) {
  const { t } = useTranslation("team");
  return (
    <>
      <Card>
        <CardHeader title={t("edit.role_title")} description={t("edit.role_description")} />
        <CardBody>
          <ActionForm
            intent="change-role"
            fields={{ id }}
            className="max-w-md"
            schema={() => import("~/domain/forms/team").then((forms) => forms.memberForm)}
          >
            <RoleField defaultValue={permission} hint={t("edit.role_hint")} />
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
