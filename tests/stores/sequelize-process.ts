/** A process that starts on a migrated SQLite, and prints whether Sequelize is loaded then, and after a statement. */
import { createRequire } from "node:module";
import { openStore } from "~/models/store/open-store";

const { cache } = createRequire(import.meta.url);
const isSequelizeLoaded = () =>
  Object.keys(cache).some((file) => file.endsWith("sequelize/lib/sequelize.js"));

const store = await openStore(process.argv[2] ?? "");
await store.migrate();
await store.ping();
const afterStart = isSequelizeLoaded();
// There is no such table.
await store.find("plans", {}).catch(() => undefined);
process.stdout.write(JSON.stringify({ afterStart, afterStatement: isSequelizeLoaded() }));
await store.close();
