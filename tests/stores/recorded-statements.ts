/**
 * The statements that SQL Server and Oracle would be sent for the calls of a test's store, and for the migrations. These
 * databases run on no machine of ours, so their statements are written to files, which people and tests read.
 */
import { Sequelize, Transaction } from "sequelize";
import { DIALECTS } from "~/models/store/sequelize/dialects";
import { createJoinedStatement } from "~/models/store/sequelize/joined-statement";
import { createModels } from "~/models/store/sequelize/models";
import { createSchemaEditor } from "~/models/store/sequelize/schema-editor";
import { createStatements, type Statement } from "~/models/store/sequelize/statements";
import { createTogetherStatement } from "~/models/store/sequelize/together-statement";
import type { Store } from "~/models/store/store";
import type { Migration } from "~/models/store/schema";
import { PRODUCT_MIGRATIONS } from "../../migrations";

export const RECORDED_DIALECTS = ["mssql", "oracle"] as const;
type RecordedDialect = (typeof RECORDED_DIALECTS)[number];

const recorded = { mssql: new Set<string>(), oracle: new Set<string>() };
const writing: Partial<Record<RecordedDialect, ReturnType<typeof createWriting>>> = {};

/** Begins again: the tests of other files in this process have recorded theirs. */
export function forgetRecordedStatements(): void {
  for (const texts of Object.values(recorded)) texts.clear();
}

/** Lists what was recorded, each text once. */
export function listRecordedStatements(dialect: RecordedDialect): string[] {
  return [...recorded[dialect]].sort();
}

/** Returns the store, whose calls are also written for these databases. Calls that the store refuses are not. */
export function recordStatements<S extends Store>(store: S, isLocking = false): S {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      if (name === "transaction")
        return (work: (inner: Store) => unknown) =>
          target.transaction(async (inner) => work(recordStatements(inner, true)));
      return async (...given: never[]) => {
        const result: unknown = await Reflect.apply(call, target, given);
        for (const dialect of RECORDED_DIALECTS) {
          const text = await writeText(dialect, { name, given, isLocking });
          if (text !== null) recorded[dialect].add(text);
        }
        return result;
      };
    },
  });
}

interface Call {
  name: keyof Store;
  given: never[];
  isLocking: boolean;
}

async function writeText(dialect: RecordedDialect, { name, given, isLocking }: Call): Promise<string | null> {
  const { models, statements } = await (writing[dialect] ??= createWriting(dialect));
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
    findJoined: () => createJoinedStatement(models, statements, { join: entity, where }),
  };
  const statement = writers[name]?.();
  if (!statement) return null;
  return (DIALECTS[dialect].finish?.(statement) ?? statement).sql;
}

/** Runs migrations on a database that answers nothing, the product's by default, and returns what it was sent to change. */
export async function recordMigrations(
  dialect: RecordedDialect,
  migrations: readonly Migration[] = PRODUCT_MIGRATIONS,
): Promise<string[]> {
  const sent: string[] = [];
  const sequelize = createSequelize(dialect);
  const tables = sequelize.getQueryInterface();
  const query = (sql: string | { query: string }) => {
    const text = typeof sql === "string" ? sql : sql.query;
    if (!/^(SELECT|EXEC)/i.test(text)) sent.push(text.replace(/;$/, ""));
    return Promise.resolve([]);
  };
  Object.assign(sequelize, { query });
  Object.assign(tables, { describeTable: () => Promise.resolve({}) });
  const schema = createSchemaEditor(DIALECTS[dialect], tables, new Transaction(sequelize, {}));
  for (const { up } of migrations) await up(schema);
  return sent;
}

/** It is never connected, so the version only keeps it from asking for one. */
function createSequelize(dialect: RecordedDialect): Sequelize {
  return new Sequelize({ dialect, databaseVersion: "19.0.0", logging: false } as object);
}

async function createWriting(dialect: RecordedDialect) {
  const models = await createModels(createSequelize(dialect), DIALECTS[dialect]);
  return { models, statements: createStatements(models) };
}
