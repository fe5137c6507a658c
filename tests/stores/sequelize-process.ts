/** A process that starts on a migrated SQLite with users, and prints whether Sequelize is loaded then, and after a condition. */
import { createRequire } from "node:module";
import { planEntity } from "~/models/plan.server";
import { hasHadUsers } from "~/models/user.server";
import { hashKeyEntity } from "~/models/hash-key.server";
import { openStore } from "~/models/store/open-store";

const { cache } = createRequire(import.meta.url);
const isSequelizeLoaded = () =>
  Object.keys(cache).some((file) => file.endsWith("sequelize/lib/sequelize.js"));

const store = await openStore(process.argv[2] ?? "");
await store.migrate();
await store.ping();
await store.find(hashKeyEntity, {});
const hasUsers = await hasHadUsers(store);
const afterStart = isSequelizeLoaded();
await store.find(planEntity, { id: "pro" });
process.stdout.write(JSON.stringify({ hasUsers, afterStart, afterCondition: isSequelizeLoaded() }));
await store.close();
