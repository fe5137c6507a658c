/** The actions on several members and invitations, and the dialogs that confirm them. */
import { useState } from "react";
import type { MemberAction } from "~/domain/members";
import { useFormAction, useSend } from "../form/post-form";
import { Confirm } from "../kit/confirm";
import type { GlobalAction } from "../table/table-data";
import { useTexts } from "../use-texts";
import type { ManagedRow, MemberActionsOptions } from "./member-actions";
import { RoleDialog } from "./role-dialog";

interface SeveralRequest {
  about: MemberAction;
  rows: readonly ManagedRow[];
}

type Send = (action: MemberAction, rows: readonly ManagedRow[], permission?: string) => void;

/** Returns the actions for the selected rows, and `dialog`, which must be rendered next to the table. */
export function useSeveralActions({ canInvite }: Pick<MemberActionsOptions, "canInvite">) {
  const { t } = useTexts("team");
  const send = useSendSeveral();
  const [request, setRequest] = useState<SeveralRequest | null>(null);
  const ask = (about: MemberAction) => (rows: ManagedRow[]) => setRequest({ about, rows });
  const resend: GlobalAction<ManagedRow> = {
    id: "resend",
    label: t("invite.again"),
    condition: isInvite,
    run: (rows) => send("resend", rows),
  };
  const actions: GlobalAction<ManagedRow>[] = [
    ...(canInvite ? [resend] : []),
    { id: "revoke", label: t("bulk.revoke"), condition: isInvite, run: ask("revoke") },
    { id: "role", label: t("bulk.role"), condition: isMember, run: ask("role") },
    { id: "remove", label: t("bulk.remove"), condition: isMember, run: ask("remove") },
  ];
  const close = () => setRequest(null);
  return { actions, dialog: request ? <SeveralDialog {...request} send={send} onClose={close} /> : null };
}

const isInvite = ({ kind }: ManagedRow) => kind === "invite";
const isMember = ({ kind }: ManagedRow) => kind === "member";

function useSendSeveral(): Send {
  const { url } = useFormAction();
  const { send } = useSend();
  return function sendSeveral(action, rows, permission) {
    const values = new FormData();
    values.set("intent", "several");
    values.set("action", action);
    if (permission !== undefined) values.set("permission", permission);
    for (const { id } of rows) values.append("ids", id);
    send(url, values, { keepsScroll: true, retry: () => sendSeveral(action, rows, permission) });
  };
}

function SeveralDialog({ about, rows, send, onClose }: SeveralRequest & { send: Send; onClose: () => void }) {
  const { t } = useTexts("team");
  const isRevoking = about === "revoke";
  const count = rows.filter(isRevoking ? isInvite : isMember).length;
  if (about === "role") {
    return (
      <RoleDialog
        title={t("bulk.role_question", { count })}
        description={t("bulk.role_description")}
        permission="user"
        onSave={(permission) => send("role", rows, permission)}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      title={t(isRevoking ? "bulk.revoke_question" : "bulk.remove_question", { count })}
      description={t(isRevoking ? "bulk.revoke_description" : "bulk.remove_description")}
      confirmLabel={t(isRevoking ? "bulk.revoke" : "bulk.remove")}
      onConfirm={() => send(about, rows)}
    />
  );
}
