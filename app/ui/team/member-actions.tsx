/** The actions in the menu of a member or an invitation, and the dialogs that confirm them. */
import { useState } from "react";
import { SHOWN_PREFIX } from "~/domain/forms/reply";
import type { TranslateFile } from "~/domain/message-keys";
import { paths } from "~/domain/paths";
import type { Role } from "~/domain/roles";
import { useFormAction, useSend } from "../form/post-form";
import { Confirm } from "../kit/confirm";
import type { RowAction, TableRow } from "../table/table-data";
import { useTexts } from "../use-texts";
import { RoleDialog } from "./role-dialog";

/** The fields of a row that its actions need. */
export interface ManagedRow extends TableRow {
  kind: "member" | "invite";
  name: string;
  email: string;
  permission: Role;
}

export interface MemberActionsOptions {
  /** False while the account's subscription does not allow invitations. */
  canInvite: boolean;
  /** The viewer owns the account, and may offer it to an admin. */
  isOwner: boolean;
}

interface DialogRequest {
  about: "role" | "remove" | "revoke";
  row: ManagedRow;
}

/**
 * Returns the actions of the rows, and `dialog`, which must be rendered next to the table. No action copies the link of
 * an invitation: the link verifies the email that it was sent to, so only that mailbox may receive it.
 */
export function useMemberActions({ canInvite, isOwner }: MemberActionsOptions) {
  const { t } = useTexts("team");
  const post = usePostFromRow();
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const open: OpenDialog = (about) => (row) => setRequest({ about, row });
  const actions: RowAction<ManagedRow>[] = [
    ...createInviteActions(t, canInvite, { post, open }),
    ...createMemberActions(t, isOwner, { open }),
    { id: "manage", label: t("users.manage"), isFallback: true, href: ({ id }) => paths.editUserWith(id) },
  ];
  const close = () => setRequest(null);
  return { actions, dialog: request ? <ActionDialog {...request} post={post} onClose={close} /> : null };
}

type Post = (intent: string, fields: Readonly<Record<string, string>>) => void;

/** Returns a function that posts an action of a row, and keeps the scroll position of this page. */
function usePostFromRow(): Post {
  const { url } = useFormAction();
  const { send } = useSend();
  return function post(intent, fields) {
    const values = new FormData();
    for (const [name, value] of Object.entries({ intent, ...fields })) values.set(name, value);
    send(url, values, { keepsScroll: true, retry: () => post(intent, fields) });
  };
}

/** Returns the handler that opens the dialog of a row. */
type OpenDialog = (about: DialogRequest["about"]) => (row: ManagedRow) => void;

function createInviteActions(
  t: TranslateFile<"team">,
  canInvite: boolean,
  { post, open }: { post: Post; open: OpenDialog },
): RowAction<ManagedRow>[] {
  return [
    {
      id: "resend",
      label: t("invite.again"),
      condition: ({ kind }) => kind === "invite" && canInvite,
      run: ({ id }) => post("resend-invite", { id }),
    },
    {
      id: "revoke",
      label: t("invite.revoke"),
      isDestructive: true,
      condition: { kind: "invite" },
      run: open("revoke"),
    },
  ];
}

function createMemberActions(
  t: TranslateFile<"team">,
  isOwner: boolean,
  { open }: { open: OpenDialog },
): RowAction<ManagedRow>[] {
  return [
    { id: "role", label: t("edit.change_role"), condition: { kind: "member" }, run: open("role") },
    {
      id: "transfer",
      label: t("owner.title"),
      condition: ({ kind, permission }) => kind === "member" && isOwner && permission === "admin",
      href: ({ id }) => paths.offerOwnershipTo(id),
    },
    {
      id: "remove",
      label: t("edit.remove"),
      isDestructive: true,
      condition: { kind: "member" },
      run: open("remove"),
    },
  ];
}

interface ActionDialogProps extends DialogRequest {
  post: Post;
  onClose: () => void;
}

function ActionDialog({ about, row, post, onClose }: ActionDialogProps) {
  const { t } = useTexts("team");
  const { id, name, email } = row;
  if (about === "role") {
    const shown = { [`${SHOWN_PREFIX}permission`]: row.permission };
    const save = (permission: string) => post("change-role", { id, permission, ...shown });
    const title = t("edit.change_role_of", { name });
    return (
      <RoleDialog
        title={title}
        description={email}
        permission={row.permission}
        onSave={save}
        onClose={onClose}
      />
    );
  }
  const isInvite = about === "revoke";
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      title={isInvite ? t("invite.revoke_question", { email }) : t("edit.remove_question", { name })}
      description={isInvite ? t("invite.revoke_consequence") : t("edit.remove_consequence")}
      confirmLabel={isInvite ? t("invite.revoke") : t("edit.remove")}
      onConfirm={() => post(isInvite ? "revoke-invite" : "remove-user", { id })}
    />
  );
}
