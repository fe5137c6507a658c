/**
 * Which avatars belong to this database: each row's id is the content of a marker next to the avatars. A host that finds no
 * such marker does not see the files of the other hosts. docs/decisions/0073-files-of-several-hosts.md
 */
import { date, id, type Entity } from "./store/entity";
import type { Store } from "./store/store";

interface FileMarkerRow {
  id: string;
  createdAt: Date;
}

export const fileMarkerEntity: Entity<FileMarkerRow> = {
  table: "file_markers",
  belongsTo: null,
  fields: { id: id(), createdAt: date() },
};

/** One, or as many as there were hosts that started first at once. */
export function listFileMarkers(store: Store): Promise<FileMarkerRow[]> {
  return store.find(fileMarkerEntity, {});
}

export async function insertFileMarker(store: Store, { id }: Pick<FileMarkerRow, "id">): Promise<void> {
  await store.insert(fileMarkerEntity, { id, createdAt: new Date() });
}
