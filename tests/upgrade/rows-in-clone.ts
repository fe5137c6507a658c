/**
 * Runs within a clone, as data/rows-in-clone.ts, with the clone's own modules. `fill <url>` migrates a database and writes the rows of a
 * user, an account, a project and a task; `check <url>` migrates it and prints what is there.
 */
import { OWN_ENTITIES } from "~/product/entities";
import { accountEntity } from "~/models/account.server";
import type { Entity } from "~/models/store/entity";
import { openStore } from "~/models/store/open-store";
import { userEntity } from "~/models/user.server";
import { buildAccount, buildUser } from "../stores/rows";

const [mode, url = ""] = process.argv.slice(2);
const ID = "0198aaaa-0000-7000-8000-000000000001";
const ran: string[] = [];
const store = await openStore(url, { log: (_message, { name }) => void ran.push(String(name)) });
await store.migrate();
const own = Object.values(OWN_ENTITIES) as unknown as Entity<{
  id: string;
  accountId: string;
  name: string;
  createdAt: Date;
}>[];
if (mode === "fill") {
  const createdAt = new Date("2026-03-04T05:06:07.000Z");
  const user = Object.assign(buildUser({ id: ID, createdAt }), { mobile: "+1 555 123 4567" });
  await store.insert(accountEntity, buildAccount({ id: ID, createdAt }));
  await store.insert(userEntity, user);
  for (const entity of own)
    await store.insert(entity, { id: ID, accountId: ID, name: `Of ${entity.table}`, createdAt });
}
const user: unknown = await store.findOne(userEntity, { id: ID });
const rows = await Promise.all(own.map((entity) => store.find(entity, { accountId: ID })));
process.stdout.write(`${JSON.stringify({ ran, user, rows })}\n`);
await store.close();
