/** The actions on several members and invitations, and the dialogs that confirm them. */
import { useState } from "react";
import type { MemberAction } from "~/domain/members";
import { useFormAction, useSend } from "../form/post-form";
import { useAfterAccepted } from "../table/use-after-accepted";
import { Confirm } from "../kit/confirm";
import type { GlobalAction } from "../table/table-data";
import { useTexts } from "../use-texts";
import type { ManagedRow, MemberActionsOptions } from "./member-actions";
import { RoleDialog } from "./role-dialog";
import { isChangeable, toRoleLosses, toSeveralTitle } from "./several-texts";

interface SeveralRequest {
  about: MemberAction;
  rows: readonly ManagedRow[];
  /** Called when the server has done it. */
  onDone: () => void;
}

type Send = (request: SeveralRequest, permission?: string) => void;

/** Returns the actions for the selected rows, and `dialog`, which must be rendered next to the table. */
export function useSeveralActions({ canInvite }: Pick<MemberActionsOptions, "canInvite">) {
  const { t } = useTexts("team");
  const send = useSendSeveral();
  const [request, setRequest] = useState<SeveralRequest | null>(null);
  const toAction = (about: MemberAction): GlobalAction<ManagedRow> => ({
    id: about,
    label: t(`bulk.${about}`),
    condition: (row) => isChangeable(about, row),
    // A new link takes nothing away, so it needs no question.
    run: (rows, onDone) => (about === "resend" ? send : setRequest)({ about, rows, onDone }),
  });
  const actions = [
    ...(canInvite ? [toAction("resend")] : []),
    ...[toAction("revoke"), toAction("role"), toAction("remove")],
  ];
  const close = () => setRequest(null);
  return {
    actions,
    dialog: request ? <SeveralDialog request={request} send={send} onClose={close} /> : null,
  };
}

function useSendSeveral(): Send {
  const { url } = useFormAction();
  const { send, ...sending } = useSend();
  const setAfterAccepted = useAfterAccepted(sending);
  return function sendSeveral(request, permission) {
    const values = new FormData();
    values.set("intent", "several");
    values.set("action", request.about);
    if (permission !== undefined) values.set("permission", permission);
    for (const { id } of request.rows) values.append("ids", id);
    setAfterAccepted(request.onDone);
    send(url, values, { keepsScroll: true, retry: () => sendSeveral(request, permission) });
  };
}

interface SeveralDialogProps {
  request: SeveralRequest;
  send: Send;
  onClose: () => void;
}

function SeveralDialog({ request, send, onClose }: SeveralDialogProps) {
  const { t } = useTexts("team");
  const { about, rows } = request;
  const title = toSeveralTitle(t, about, rows);
  if (about === "role") {
    return (
      <RoleDialog
        title={title}
        description={t("bulk.role_description")}
        losses={toRoleLosses(t, rows)}
        onSave={(permission) => send(request, permission)}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      title={title}
      description={t(`bulk.${about}_description`)}
      confirmLabel={t(`bulk.${about}`)}
      onConfirm={() => send(request)}
    />
  );
}
