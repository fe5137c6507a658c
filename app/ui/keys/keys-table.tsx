/** The API keys of an account in one table, with what can be done with one or several. */
import { useMemo, useState } from "react";
import type { ApiKeyView, KeyStatus } from "~/domain/api-keys";
import { formatDate } from "~/domain/dates";
import { paths } from "~/domain/paths";
import { useFormAction, useSend, useSent } from "../form/post-form";
import { useAfterAccepted } from "../table/use-after-accepted";
import type { Tone } from "../kit/badge";
import { Confirm } from "../kit/confirm";
import { SelectableTable } from "../table/selectable-table";
import type { GlobalAction, RowAction, TableColumn } from "../table/table-data";
import { useTexts, type ComponentTexts } from "../use-texts";

export const STATUS_TONES: Record<KeyStatus, Tone> = {
  active: "good",
  revoked: "neutral",
  expired: "bad",
  orphaned: "warn",
};

export function KeysTable({ keys }: { keys: readonly ApiKeyView[] }) {
  const texts = useTexts("keys");
  const { t } = texts;
  const columns = useMemo(() => createColumns(texts), [texts]);
  const shown = useShownKeys(keys);
  const post = usePost();
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const rowActions: RowAction<ApiKeyView>[] = [
    { id: "edit", label: t("edit"), href: ({ id }) => paths.editApiKeyWith(id) },
    {
      id: "revoke",
      label: t("revoke"),
      isDestructive: true,
      condition: { active: true },
      run: (key) => setRequest({ about: "revoke", keys: [key] }),
    },
    {
      id: "delete",
      label: t("delete"),
      isDestructive: true,
      run: (key) => setRequest({ about: "delete", keys: [key] }),
    },
  ];
  const globalActions: GlobalAction<ApiKeyView>[] = [
    {
      id: "delete",
      label: t("delete"),
      run: (keys, onDone) => setRequest({ about: "delete", keys, onDone }),
    },
  ];
  return (
    <>
      <SelectableTable
        title={t("list")}
        rows={shown}
        columns={columns}
        rowActions={rowActions}
        globalActions={globalActions}
        server={ONE_PAGE}
      />
      {request ? <KeyDialog {...request} post={post} onClose={() => setRequest(null)} /> : null}
    </>
  );
}

/** The keys as they will be when the server has done what was sent to it. */
function useShownKeys(keys: readonly ApiKeyView[]): readonly ApiKeyView[] {
  const deleted = useSent("delete").flatMap((sent) => sent.getAll("ids"));
  const revoked = useSent("revoke").map((sent) => sent.get("id"));
  if (deleted.length === 0 && revoked.length === 0) return keys;
  return keys
    .filter(({ id }) => !deleted.includes(id))
    .map((key) => (revoked.includes(key.id) ? { ...key, active: false, status: "revoked" as const } : key));
}

/** An account has few enough keys for one page. */
const ONE_PAGE = {};

function createColumns({ t, locale }: ComponentTexts<"keys">): TableColumn<ApiKeyView>[] {
  return [
    {
      id: "name",
      header: t("name"),
      cell: ({ id, name, key }) => ({
        kind: "link",
        label: name,
        url: paths.editApiKeyWith(id),
        detail: key,
      }),
    },
    {
      id: "scopes",
      header: t("scopes"),
      isMinor: true,
      cell: ({ scope }) => t("scope_count", { count: scope.length }),
    },
    {
      id: "status",
      header: t("status_label"),
      cell: ({ status }) => ({ kind: "badge", label: t(`status.${status}`), tone: STATUS_TONES[status] }),
    },
    {
      id: "last_used",
      header: t("last_used"),
      isMinor: true,
      cell: ({ last_used_at: at }) => at ?? { kind: "day", label: t("never") },
    },
    {
      id: "expires",
      header: t("expires"),
      isMinor: true,
      cell: ({ expires_at: at }) => ({
        kind: "day",
        label: at === null ? t("never") : formatDate(at, locale),
      }),
    },
  ];
}

interface DialogRequest {
  about: "revoke" | "delete";
  keys: readonly ApiKeyView[];
  /** Called when the server has done it. */
  onDone?: () => void;
}

type Post = (intent: string, sent: { name: string; ids: readonly string[]; onDone?: () => void }) => void;

/** Returns a function that posts an action of some rows, and keeps the scroll position of this page. */
function usePost(): Post {
  const { url } = useFormAction();
  const { send, ...sending } = useSend();
  const setAfterAccepted = useAfterAccepted(sending);
  return function post(intent, sent) {
    const values = new FormData();
    values.set("intent", intent);
    for (const id of sent.ids) values.append(sent.name, id);
    setAfterAccepted(() => sent.onDone?.());
    send(url, values, { keepsScroll: true, retry: () => post(intent, sent) });
  };
}

function KeyDialog({
  about,
  keys,
  onDone,
  post,
  onClose,
}: DialogRequest & { post: Post; onClose: () => void }) {
  const { t } = useTexts("keys");
  const ids = keys.map(({ id }) => id);
  const name = keys[0]?.name ?? "";
  if (about === "revoke") {
    return (
      <Confirm
        isOpen
        onOpenChange={onClose}
        title={t("revoke_question", { name })}
        description={t("revoke_consequence")}
        confirmLabel={t("revoke")}
        onConfirm={() => post("revoke", { name: "id", ids })}
      />
    );
  }
  return (
    <Confirm
      isOpen
      onOpenChange={onClose}
      title={
        ids.length === 1 ? t("delete_named_question", { name }) : t("delete_question", { count: ids.length })
      }
      description={t("delete_consequence")}
      confirmLabel={t("delete")}
      onConfirm={() => post("delete", { name: "ids", ids, onDone })}
    />
  );
}
