import { describe, expect, test } from "vitest";
import { tokenEntity } from "../../token.server";
import { InvalidPlaceError } from "../store";
import { membershipEntity } from "../../membership.server";
import { createFilter, createQuery, requireFilter } from "./filters";

describe("createFilter", () => {
  test("a value always stands behind an operator, and the id is _id", () => {
    const expiresAt = new Date();
    expect(createFilter(tokenEntity, { id: "a", attempts: 1, expiresAt, usedAt: null })).toEqual({
      _id: { $eq: "a" },
      attempts: { $eq: 1 },
      expires_at: { $eq: expiresAt },
      used_at: { $eq: null },
    });
  });

  test.each([
    [{ attempts: { in: [1, 2] } }, { attempts: { $in: [1, 2] } }],
    [{ attempts: { gte: 1, lt: 3 } }, { attempts: { $gte: 1, $lt: 3 } }],
    [{ usedAt: { not: null } }, { used_at: { $ne: null } }],
    [{ email: "$where" }, { email: { $eq: "$where" } }],
    [{ hash: "x".repeat(500) }, { hash: { $in: [] } }],
    [{ hash: { in: ["x".repeat(500)] } }, { hash: { $in: [] } }],
  ])("%j becomes %j", (where, filter) => {
    expect(createFilter(tokenEntity, where)).toEqual(filter);
  });

  test.each([
    [{ email: { $ne: "" } }],
    [{ email: { $gt: "" } }],
    [{ email: { $regex: ".*" } }],
    [{ email: { not: { $ne: "" } } }],
    [{ email: { in: [{ $ne: "" }] } }],
    [{ email: /x/ }],
    [{ email: ["x"] }],
    [{ $where: "true" }],
    [{ $or: [{ email: "x" }] }],
    [{ "email.a": "x" }],
    [{ email: undefined }],
  ])("an operator, an object or an unknown field of a caller is rejected: %j", (where) => {
    expect(() => createFilter(tokenEntity, where)).toThrow(TypeError);
  });

  test("an update or a removal needs a condition", () => {
    expect(() => requireFilter(tokenEntity, {})).toThrow(TypeError);
  });
});

describe("createQuery", () => {
  const order = { by: "createdAt", direction: "desc" } as const;

  test("a page continues after its place, with the id as the tie-break", () => {
    const value = new Date();
    expect(
      createQuery(membershipEntity, { accountId: "a" }, { order, after: { value, id: "b" }, limit: 5 }),
    ).toEqual({
      filter: {
        $and: [
          { account_id: { $eq: "a" } },
          { created_at: { $lte: value } },
          { $or: [{ created_at: { $lt: value } }, { created_at: { $eq: value }, _id: { $lt: "b" } }] },
        ],
      },
      sort: { created_at: -1, _id: -1 },
      limit: 5,
    });
  });

  test("where all rows have null in the order's field, their ids are the order", () => {
    const byUse = { by: "usedAt", direction: "asc" } as const;
    const after = { value: null, id: "b" };
    expect(createQuery(tokenEntity, { usedAt: null }, { order: byUse, after })).toEqual({
      filter: { $and: [{ used_at: { $eq: null } }, { _id: { $gt: "b" } }] },
      sort: { used_at: 1, _id: 1 },
      limit: 100,
    });
    expect(() => createQuery(tokenEntity, {}, { order: byUse })).toThrow("may be null");
  });

  test("a place that no row can have is an InvalidPlaceError", () => {
    const after = { value: "yesterday", id: "b" };
    expect(() => createQuery(membershipEntity, {}, { order, after })).toThrow(InvalidPlaceError);
  });
});
