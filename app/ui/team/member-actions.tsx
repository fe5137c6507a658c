/** What the menu of a row does with a member or an invitation, and the questions it asks first. */
import { useLocation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import type { Role } from "~/domain/roles";
import { useCentralErrors } from "../form/central-errors";
import { UNREACHABLE } from "../form/keep-page";
import { usePost } from "../form/use-post";
import { useReply } from "../form/use-reply";
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

interface Question {
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
  const [asked, setAsked] = useState<Question | null>(null);
  const ask: Ask = (about) => (row) => setAsked({ about, row });
  const actions: RowAction<ManagedRow>[] = [
    ...inviteActions(t, canInvite, { post, ask }),
    ...memberActions(t, isOwner, { ask }),
    { id: "manage", label: t("users.manage"), isFallback: true, href: ({ id }) => paths.editUserWith(id) },
  ];
  const question = asked ? <QuestionDialog {...asked} post={post} onClose={() => setAsked(null)} /> : null;
  return { actions, question };
}

type Post = (action: string, fields: Readonly<Record<string, string>>) => void;

/** Sends what a row's menu asks for, and comes back to this page as it is. */
function usePostFromRow(): Post {
  const { post, fetcher } = usePost();
  const { pathname, search } = useLocation();
  const fail = useCentralErrors();

  async function send(...[action, fields]: Parameters<Post>): Promise<void> {
    const values = new FormData();
    for (const [name, value] of Object.entries({ ...fields, return_to: pathname + search }))
      values.set(name, value);
    const isSent = await post(action, values, { keepsScroll: true });
    if (!isSent)
      fail({ status: UNREACHABLE.status, body: UNREACHABLE, retry: () => void send(action, fields) });
  }

  useReply(fetcher, (reply) => {
    if (!reply.ok) fail({ status: reply.status, body: reply });
  });
  return (action, fields) => void send(action, fields);
}
type Ask = (about: Question["about"]) => (row: ManagedRow) => void;

function inviteActions(
  t: TFunction<"team">,
  canInvite: boolean,
  { post, ask }: { post: Post; ask: Ask },
): RowAction<ManagedRow>[] {
  return [
    {
      id: "resend",
      label: t("invite.again"),
      condition: ({ kind }) => kind === "invite" && canInvite,
      run: ({ id }) => post(paths.sendInviteAgain, { id }),
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

function memberActions(
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

interface QuestionDialogProps extends Question {
  post: Post;
  onClose: () => void;
}

function QuestionDialog({ about, row, post, onClose }: QuestionDialogProps) {
  const { t } = useTranslation("team");
  const { id, name, email } = row;
  if (about === "role") {
    const save = (permission: string) => post(paths.editUserWith(id), { id, permission });
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
      onConfirm={() => post(isInvite ? paths.revokeInvite : paths.removeUser, { id })}
    />
  );
}
