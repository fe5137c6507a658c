/**
 * The statements that SQL Server would be sent for the calls of a test's store. That database runs on no machine of ours, so
 * its statements are written to a file, read by people and by a parser of its language.
 */
import { Sequelize } from "sequelize";
import { DIALECTS } from "~/models/store/sequelize/dialects";
import { createViewerStatements } from "~/models/store/sequelize/joined-statement";
import { createModels } from "~/models/store/sequelize/models";
import { createStatements, type Statement } from "~/models/store/sequelize/statements";
import { createTogetherStatement } from "~/models/store/sequelize/together-statement";
import type { Store } from "~/models/store/store";

const recorded = new Set<string>();
let writing: ReturnType<typeof createWriting> | undefined;

/** Lists what was recorded in this file's process, each text once. */
export function listRecordedStatements(): string[] {
  return [...recorded].sort();
}

/** Returns the store, whose calls are also written for SQL Server. Calls that the store refuses are not. */
export function recordStatements(store: Store, isLocking = false): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      if (name === "transaction")
        return (work: (inner: Store) => unknown) =>
          target.transaction(async (inner) => work(recordStatements(inner, true)));
      return async (...given: never[]) => {
        const result: unknown = await Reflect.apply(call, target, given);
        const text = await writeText(name, given, isLocking);
        if (text !== null) recorded.add(text);
        return result;
      };
    },
  });
}

async function writeText(name: keyof Store, given: never[], isLocking: boolean): Promise<string | null> {
  const { models, statements, viewers } = await (writing ??= createWriting());
  // By their names, the calls have the parameters that their statements take.
  const [entity, where, options] = given as unknown as [never, never, never];
  const writers: Partial<Record<keyof Store, () => Statement>> = {
    insert: () => statements.insert(entity, where),
    findOne: () => statements.select(entity, where, { limit: 1, isLocking }),
    find: () => statements.select(entity, where, { ...(options as object | undefined), isLocking }),
    findTogether: () => createTogetherStatement(models, statements, Object.values(entity)),
    count: () => statements.count(entity, where, options),
    countBy: () => statements.countBy(entity, where, options),
    countByDay: () => statements.countByDay(entity, where, options),
    sumBy: () => statements.sumBy(entity, where, options),
    update: () => statements.update(entity, where, options),
    remove: () => statements.remove(entity, where),
    findViewer: () => viewers.viewer(entity),
    findKeyViewer: () => viewers.keyViewer("a hash"),
  };
  return writers[name]?.().sql ?? null;
}

async function createWriting() {
  const sequelize = new Sequelize({ dialect: "mssql", databaseVersion: "15.0.0", logging: false } as object);
  const models = await createModels(sequelize, DIALECTS.mssql);
  return { models, statements: createStatements(models), viewers: createViewerStatements(models) };
}
