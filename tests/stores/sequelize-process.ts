/** A process that starts on a migrated SQLite, and prints whether Sequelize is loaded then, and after a condition. */
import { createRequire } from "node:module";
import { planEntity } from "~/models/plan.server";
import { userEntity } from "~/models/user.server";
import { hashKeyEntity } from "~/models/hash-key.server";
import { openStore } from "~/models/store/open-store";

const { cache } = createRequire(import.meta.url);
const isSequelizeLoaded = () =>
  Object.keys(cache).some((file) => file.endsWith("sequelize/lib/sequelize.js"));

const store = await openStore(process.argv[2] ?? "");
await store.migrate();
await store.ping();
// There are no such tables.
await store.find(hashKeyEntity, {}).catch(() => undefined);
await store.find(userEntity, {}, { limit: 1 }).catch(() => undefined);
const afterStart = isSequelizeLoaded();
await store.find(planEntity, { id: "pro" }).catch(() => undefined);
process.stdout.write(JSON.stringify({ afterStart, afterCondition: isSequelizeLoaded() }));
await store.close();
