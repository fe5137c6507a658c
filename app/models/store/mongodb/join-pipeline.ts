/** A look-up of rows of several entities as one aggregation: what each request makes, with a session or with an API key. */
import type { Document } from "mongodb";
import type { Join, JoinedEntity, JoinStart } from "../joins";
import { readDocument, toFieldKey } from "./documents";

/** The aggregation of a look-up that starts there (`getJoinStart`), over the collection of its first part. */
export function createJoinPipeline(join: Join, { part: first, field, value }: JoinStart): Document[] {
  return [
    { $match: { [toFieldKey(field)]: { $eq: value } } },
    { $limit: 1 },
    { $project: { _id: 0, [first]: "$$ROOT" } },
    ...Object.entries(join.parts)
      .filter(([part]) => part !== first)
      .flatMap(([part, joined]) => createPart(part, joined)),
    ...Object.entries(join.counts ?? {}).map(([as, { entity, on }]) => createCount(as, entity.table, on)),
  ];
}

/** The rows and numbers by the names of the look-up. */
export function readJoined({ parts, counts = {} }: Join, found: Document): Record<string, unknown> {
  const rows = Object.entries(parts).map(([part, { entity }]) => {
    const document = found[part] as object | undefined;
    return [part, document ? readDocument(entity, document) : null];
  });
  const numbers = Object.keys(counts).map((name) => [
    name,
    (found[name] as { rows: number }[])[0]?.rows ?? 0,
  ]);
  return Object.fromEntries([...rows, ...numbers]) as Record<string, unknown>;
}

/** Adds the row of a part under its name. Without it there is no result, or no such name if the part is optional. */
function createPart(part: string, { entity, on, isOptional = false }: JoinedEntity): Document[] {
  return [
    { $lookup: { from: entity.table, ...createEquality(on), as: part } },
    { $unwind: { path: `$${part}`, preserveNullAndEmptyArrays: isOptional } },
  ];
}

function createCount(as: string, from: string, on: JoinedEntity["on"]): Document {
  const { let: values, pipeline } = createVariables(on);
  return { $lookup: { from, let: values, pipeline: [...pipeline, { $count: "rows" }], as } };
}

/** One field by MongoDB's own equality, several by an expression. */
function createEquality(on: JoinedEntity["on"]): Document {
  const [[field, reference] = ["", ""], ...more] = Object.entries(on);
  if (more.length > 0) return createVariables(on);
  return { localField: toPath(reference), foreignField: toFieldKey(field) };
}

/** The fields that must be equal, with the values of the parts before as variables. */
function createVariables(on: JoinedEntity["on"]): { let: Document; pipeline: Document[] } {
  const names = Object.entries(on).map(([field, reference], index) => {
    return { key: toFieldKey(field), variable: `value${index}`, path: `$${toPath(reference)}` };
  });
  const equalities = names.map(({ key, variable }) => ({ $eq: [`$${key}`, `$$${variable}`] }));
  return {
    let: Object.fromEntries(names.map(({ variable, path }) => [variable, path])),
    pipeline: [{ $match: { $expr: { $and: equalities } } }],
  };
}

/** `session.userId` → `session.user_id`. */
function toPath(reference: string): string {
  const [part = "", field = ""] = reference.split(".");
  return `${part}.${toFieldKey(field)}`;
}
