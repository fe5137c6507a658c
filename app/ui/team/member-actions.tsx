/** What the menu of a row does with a member or an invitation, and the questions it asks first. */
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import type { Role } from "~/domain/roles";
import { useFormAction, useSend } from "../form/post-form";
import { Confirm } from "../kit/confirm";
import type { RowAction, TableRow } from "../table/table-data";
import { RoleDialog } from "./role-dialog";

/** A row of the list of users, as its actions need it. */
export interface ManagedRow extends TableRow {
  kind: "member" | "invite";
  name: string;
  email: string;
  permission: Role;
}

export interface MemberActionsOptions {
  /** Invitations can be sent: the subscription is in order. */
  canInvite: boolean;
  /** The reader owns the account: they may offer it to an admin. */
  isOwner: boolean;
}

interface DialogRequest {
  about: "role" | "remove" | "revoke";
  row: ManagedRow;
}

/**
 * There is no link to copy: an invitation's link proves the email that it was sent to, so only its mailbox may have it.
 * Returns the actions of the rows, and `question`, which must be rendered beside the table.
 */
export function useMemberActions({ canInvite, isOwner }: MemberActionsOptions) {
  const { t } = useTranslation("team");
  const post = usePostFromRow();
  const [asked, setAsked] = useState<DialogRequest | null>(null);
  const ask: Ask = (about) => (row) => setAsked({ about, row });
  const actions: RowAction<ManagedRow>[] = [
    ...createInviteActions(t, canInvite, { post, ask }),
    ...createMemberActions(t, isOwner, { ask }),
    { id: "manage", label: t("users.manage"), isFallback: true, href: ({ id }) => paths.editUserWith(id) },
  ];
  const dialog = asked ? <QuestionDialog {...asked} post={post} onClose={() => setAsked(null)} /> : null;
  return { actions, question: dialog };
}

type Post = (intent: string, fields: Readonly<Record<string, string>>) => void;

/** Sends what a row's menu asks for, and comes back to this page as it is. */
function usePostFromRow(): Post {
  const { url } = useFormAction();
  const { send } = useSend();
  return function post(intent, fields) {
    const values = new FormData();
    for (const [name, value] of Object.entries({ intent, ...fields })) values.set(name, value);
    send(url, values, { keepsScroll: true, retry: () => post(intent, fields) });
  };
}

type Ask = (about: DialogRequest["about"]) => (row: ManagedRow) => void;

function createInviteActions(
  t: TFunction<"team">,
  canInvite: boolean,
  { post, ask }: { post: Post; ask: Ask },
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
      run: ask("revoke"),
    },
  ];
}

function createMemberActions(
  t: TFunction<"team">,
  isOwner: boolean,
  { ask }: { ask: Ask },
): RowAction<ManagedRow>[] {
  return [
    { id: "role", label: t("edit.change_role"), condition: { kind: "member" }, run: ask("role") },
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
      run: ask("remove"),
    },
  ];
}

interface QuestionDialogProps extends DialogRequest {
  post: Post;
  onClose: () => void;
}

function QuestionDialog({ about, row, post, onClose }: QuestionDialogProps) {
  const { t } = useTranslation("team");
  const { id, name, email } = row;
  if (about === "role") {
    const save = (permission: string) => post("change-role", { id, permission });
    return <RoleDialog {...row} onSave={save} onClose={onClose} />;
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
