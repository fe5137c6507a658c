/** Whether this host has the avatars that users have, and can keep new ones. */
import type { Config } from "~/config/config.server";
import { toMessage } from "~/domain/messages";
import { openAvatarFiles } from "~/gateways/files/open-files";
import type { FileStore } from "~/gateways/files/file-store";
import type { Store } from "~/models/store/store";
import { findFileOwner, listMissingAvatars } from "../users/shared-avatars.server";
import { fail, pass, toReason, type CheckResult } from "./check.server";

/** A bucket is written to; of a folder, the check of the data folder's files does that. */
export async function checkAvatars(
  store: Store,
  config: Pick<Config, "dataDir" | "storage">,
): Promise<CheckResult> {
  try {
    const files = await openAvatarFiles(config);
    if (files.isBucket) await writeOnce(files);
    const { place } = files;
    const owner = await findFileOwner({ store, files });
    if (owner !== "own") {
      const advice = files.isBucket ? BUCKET_ADVICE[owner] : "share";
      return fail(
        "pictures",
        toMessage(`checks:pictures.${owner}`, { place }),
        toMessage(`checks:pictures.${advice}`, { place }),
      );
    }
    const [first = "", ...more] = await listMissingAvatars({ store, files });
    if (first === "") return pass("pictures", toMessage("checks:pictures.ok", { place }));
    const finding = toMessage("checks:pictures.missing", { count: 1 + more.length, first, place });
    return fail("pictures", finding, toMessage("checks:pictures.copy", { place }));
  } catch (error) {
    return fail("pictures", toReason(error), toMessage("checks:pictures.check"));
  }
}

const BUCKET_ADVICE = { foreign: "take_over", unmarked: "copy" } as const;

async function writeOnce(files: FileStore): Promise<void> {
  const name = `.doctor-${process.pid}`;
  await files.write(name, Buffer.from("This file can be removed."));
  await files.remove(name);
}
