/** A process that only migrates the given database, and prints each step it ran. */
import { openStore } from "~/models/store/open-store";

const log = (message: string, { name }: Record<string, unknown>) =>
  void process.stdout.write(`${message} ${String(name)}\n`);
const store = await openStore(process.argv[2] ?? "", { log });
await store.migrate();
await store.close();
