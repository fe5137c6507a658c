/** The cards of /account/users/selected: what can be done with the selected members and invitations. */
import type { ReactNode } from "react";
import type { MemberAction } from "~/domain/members";
import { ActionForm, SubmitButton } from "../form/action-form";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { useTexts } from "../use-texts";
import { RoleChoice } from "./role-choice";
import { listChangeable, toRoleLosses, toSeveralTitle, type SeveralRow } from "./several-texts";

export interface SelectedRow extends SeveralRow {
  id: string;
  /** The member's name; of an invitation its email. */
  name: string;
}

interface SelectedCardsProps {
  rows: readonly SelectedRow[];
  /** False while the account's subscription does not allow invitations. */
  canSend: boolean;
}

/** Only the actions that fit at least one of the rows. Each card names the rows it is for, and sends all. */
export function SelectedCards({ rows, canSend }: SelectedCardsProps) {
  const fits = (action: MemberAction) => listChangeable(action, rows).length > 0;
  return (
    <>
      {fits("role") ? <RoleCard rows={rows} /> : null}
      {fits("remove") ? <ActionCard action="remove" rows={rows} /> : null}
      {canSend && fits("resend") ? <ActionCard action="resend" rows={rows} /> : null}
      {fits("revoke") ? <ActionCard action="revoke" rows={rows} /> : null}
    </>
  );
}

interface ActionCardProps {
  action: MemberAction;
  rows: readonly SelectedRow[];
}

/** No role is chosen at first: a button that is pressed by mistake must not demote anyone. */
function RoleCard({ rows }: Pick<ActionCardProps, "rows">) {
  const { t } = useTexts("team");
  return (
    <ActionFrame action="role" rows={rows}>
      <ActionForm intent="several" fields={{ action: "role" }}>
        <Ids rows={rows} />
        <RoleChoice losses={toRoleLosses(t, rows)} />
        <SubmitButton variant="secondary" className="justify-self-start">
          {t("bulk.role")}
        </SubmitButton>
      </ActionForm>
    </ActionFrame>
  );
}

function ActionCard({ action, rows }: ActionCardProps) {
  const { t } = useTexts("team");
  const isDestructive = action === "remove" || action === "revoke";
  return (
    <ActionFrame action={action} rows={rows}>
      <PostForm intent="several" fields={{ action }}>
        <Ids rows={rows} />
        <Button type="submit" variant={isDestructive ? "danger" : "secondary"}>
          {t(`bulk.${action}`)}
        </Button>
      </PostForm>
    </ActionFrame>
  );
}

function ActionFrame({ action, rows, children }: ActionCardProps & { children: ReactNode }) {
  const { t } = useTexts("team");
  const names = listChangeable(action, rows).map(({ name }) => name);
  return (
    <Card>
      <CardHeader title={toSeveralTitle(t, action, rows)} description={t(`bulk.${action}_description`)} />
      <CardBody>
        <div className="grid gap-4">
          <p className="break-words text-control">{names.join(", ")}</p>
          {children}
        </div>
      </CardBody>
    </Card>
  );
}

/** All of the selected rows: the answer names those that were skipped. */
function Ids({ rows }: Pick<ActionCardProps, "rows">) {
  return rows.map(({ id }) => <input key={id} type="hidden" name="ids" value={id} />);
}
