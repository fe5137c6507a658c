/** Rules that hold for every statement that Oracle is sent, because no parser of its language is at hand. */
import { ENTITIES, type EntityName } from "~/models/all-entities";
import { toColumnName } from "~/models/store/names";

/** Oracle's limit since 12.2, in bytes. The names here are of ASCII. */
const NAME_MAX = 128;
/** An index of a database with the usual blocks of 8 kB. */
const INDEX_MAX_BYTES = 6398;
const LIST_MAX = 1000;

/** Every word of a statement that is not a quoted name. Oracle has no LIMIT, TRUE or FALSE. */
const STATEMENT_WORDS =
  "ALL AND AS ASC BY COUNT DELETE DESC FETCH FOR FROM GROUP IN INSERT INTO IS JOIN LEFT NEXT NOT NULL OFFSET ON ONLY " +
  "OR ORDER OVER ROWS ROW_NUMBER SELECT SET SUM SYS_EXTRACT_UTC TO_CHAR UNION UPDATE VALUES WHERE";
const MIGRATION_WORDS =
  "ADD ALTER BEGIN CASCADE CHAR CLOB CONSTRAINTS CREATE DROP END EXCEPTION EXECUTE IF IMMEDIATE INDEX KEY LOCAL LOWER NUMBER OTHERS PRIMARY " +
  "PURGE RAISE SQLCODE TABLE THEN TIME TIMESTAMP UNIQUE VARCHAR2 WHEN WITH ZONE its";

/** The only text in a statement that is not bound. */
const FORMAT_OF_DAYS = "'YYYY-MM-DD'";

/** Lists the rules that a statement of the store breaks; empty when it breaks none. */
export function listBrokenRules(sql: string): string[] {
  const rest = sql.replaceAll(/"[^"]*"/g, "Q").replaceAll(FORMAT_OF_DAYS, "");
  const outermost = removeParentheses(rest);
  return [
    ...listForeignWords(rest, STATEMENT_WORDS),
    ...listLongNames(sql),
    ...(rest.match(/'|`|\[|;|--|\$/g) ?? []).map((mark) => `has ${mark}`),
    ...(/ (FROM|JOIN) (Q|\([^()]*\)) +AS /.test(rest) ? ["names a table with AS"] : []),
    ...(/ FETCH .* FOR UPDATE$/.test(outermost) ? ["locks rows behind a limit"] : []),
    ...listPlacesOutOfOrder(rest),
    ...(rest.match(/\bIN \([^)]*\)/g) ?? [])
      .filter((list) => list.split(",").length > LIST_MAX)
      .map(() => "has a long list"),
    ...listComparedTexts(sql),
  ];
}

/** As `listBrokenRules`, of a statement of the migrations. */
export function listBrokenMigrationRules(sql: string): string[] {
  const rest = sql.replaceAll(/"[^"]*"/g, "Q").replace(/EXECUTE IMMEDIATE '(.*)';/, "EXECUTE IMMEDIATE $1;");
  return [
    ...listForeignWords(rest, `${STATEMENT_WORDS} ${MIGRATION_WORDS}`),
    ...listLongNames(sql),
    ...(rest.includes("'") ? ["has a text in it"] : []),
    ...Array.from(rest.matchAll(/VARCHAR2\((\d+) CHAR\)/g), ([, length]) => Number(length))
      .filter((length) => length * 4 > 4000)
      .map((length) => `has a string of ${length}`),
  ];
}

/** The indexes whose keys may be longer than Oracle allows. */
export function listLongIndexes(): string[] {
  return (Object.keys(ENTITIES) as EntityName[]).flatMap((entity) => {
    const { fields, indexes = [], unique = [] } = ENTITIES[entity] as (typeof ENTITIES)["users"];
    const types = new Map(Object.entries(fields).map(([name, { type }]) => [name, type]));
    const toBytes = (name: string) => {
      const type = types.get(name);
      return typeof type === "object" ? (type.string + 1) * 4 : 22;
    };
    return [...indexes, ...unique]
      .filter((names) => names.reduce((sum, name) => sum + toBytes(name), 0) > INDEX_MAX_BYTES)
      .map((names) => `${entity}: ${names.join(", ")}`);
  });
}

function listForeignWords(rest: string, known: string): string[] {
  const words = new Set(known.split(" "));
  return (rest.match(/[A-Za-z_]\w*/g) ?? [])
    .filter((word) => word !== "Q" && !words.has(word))
    .map((word) => `has the word ${word}`);
}

function listLongNames(sql: string): string[] {
  return (sql.match(/"[^"]*"/g) ?? [])
    .filter((name) => !/^"[a-z]\w*"$/.test(name) || name.length - 2 > NAME_MAX)
    .map((name) => `has the name ${name}`);
}

function listPlacesOutOfOrder(rest: string): string[] {
  const places = rest.match(/:\d+/g) ?? [];
  return places.filter((place, index) => place !== `:${index + 1}`).map((place) => `binds ${place} too late`);
}

/** Oracle compares no CLOB. */
function listComparedTexts(sql: string): string[] {
  const texts = Object.values(ENTITIES).flatMap(({ table, fields }) =>
    Object.entries(fields)
      .filter(([, { type }]) => type === "text")
      .map(([name]) => `"${table}"."${toColumnName(name)}"`),
  );
  return texts
    .filter((text) => new RegExp(`${text} (?!IS )[=<>!IN]`).test(sql))
    .map((text) => `compares ${text}`);
}

function removeParentheses(text: string): string {
  const without = text.replaceAll(/\([^()]*\)/g, "");
  return without === text ? text : removeParentheses(without);
}
