// Mails that have not arrived, or too often, are found.
import { afterEach, beforeEach, expect, test } from "vitest";
import { mailEntity } from "~/models/mail.server";
import type { OpenStore } from "~/models/store/database";
import { buildRow } from "../../support/backups";
import { openTestStore } from "../../support/migrated-stores";
import { checkArrivals } from "./mails";

let store: OpenStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

test.each([
  { arrivals: 1, attempts: 1, kills: 1, finds: "nothing" },
  { arrivals: 2, attempts: 2, kills: 1, finds: "nothing" },
  { arrivals: 3, attempts: 3, kills: 40, finds: "nothing" },
  { arrivals: 0, attempts: 1, kills: 1, finds: "it" },
  { arrivals: 2, attempts: 1, kills: 1, finds: "it" },
  { arrivals: 3, attempts: 3, kills: 1, finds: "it" },
  { arrivals: 4, attempts: 3, kills: 40, finds: "it" },
])("$arrivals arrivals of $attempts attempts, kills $kills: finds $finds", async ({ finds, ...given }) => {
  const { arrivals, attempts, kills } = given;
  await store.insert(mailEntity, { ...buildRow("mails", 1), status: "sent", attempts });
  const found = await checkArrivals(store, { countArrivals: () => arrivals }, { kills });
  expect(found).toHaveLength(finds === "it" ? 1 : 0);
});
