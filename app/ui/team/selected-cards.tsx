/** The cards of /account/users/selected: what can be done with the selected members and invitations. */
import type { ReactNode } from "react";
import type { MemberAction } from "~/domain/members";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { useTexts } from "../use-texts";
import { RoleField } from "./invite-form";

interface SelectedRow {
  kind: "member" | "invite";
  id: string;
  /** The member's name; of an invitation its email. */
  name: string;
}

interface SelectedCardsProps {
  rows: readonly SelectedRow[];
  /** False while the account's subscription does not allow invitations. */
  canSend: boolean;
}

/** Only the actions that fit at least one of the rows. Each card names the rows it is for. */
export function SelectedCards({ rows, canSend }: SelectedCardsProps) {
  const members = rows.filter(({ kind }) => kind === "member");
  const invites = rows.filter(({ kind }) => kind === "invite");
  return (
    <>
      {members.length > 0 ? (
        <>
          <ActionCard action="role" rows={members}>
            <div className="max-w-xs">
              <RoleField defaultValue="user" />
            </div>
          </ActionCard>
          <ActionCard action="remove" rows={members} />
        </>
      ) : null}
      {invites.length > 0 ? (
        <>
          {canSend ? <ActionCard action="resend" rows={invites} /> : null}
          <ActionCard action="revoke" rows={invites} />
        </>
      ) : null}
    </>
  );
}

interface ActionCardProps {
  action: MemberAction;
  rows: readonly SelectedRow[];
  children?: ReactNode;
}

function ActionCard({ action, rows, children }: ActionCardProps) {
  const { t } = useTexts("team");
  const isDestructive = action === "remove" || action === "revoke";
  return (
    <Card>
      <CardHeader title={t(`bulk.${action}_title`)} description={t(`bulk.${action}_description`)} />
      <CardBody>
        <PostForm intent="several" fields={{ action }} className="grid gap-4">
          {rows.map(({ id }) => (
            <input key={id} type="hidden" name="ids" value={id} />
          ))}
          <p className="break-words text-control">{rows.map(({ name }) => name).join(", ")}</p>
          {children}
          <Button
            type="submit"
            variant={isDestructive ? "danger" : "secondary"}
            className="justify-self-start"
          >
            {t(`bulk.${action}`)}
          </Button>
        </PostForm>
      </CardBody>
    </Card>
  );
}
