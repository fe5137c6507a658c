import { describe, expect, test } from "vitest";
import { REAUTHENTICATION_LIMITS, SUPPORT_LIMITS, WRITE_LIMITS } from "~/domain/rate-limits";
import { OPERATIONS } from "../../operations.server";
import type { Viewer } from "../viewer.server";
import { listLimits } from "./operation-limits.server";

const VIEWER = {} as Viewer;
const WRITES = OPERATIONS.filter(({ method }) => method !== "GET");

describe("the limits of an operation", () => {
  test.each(WRITES)(
    "$name, a write, has a limit that counts every attempt, for users and without a user",
    (operation) => {
      for (const viewer of [VIEWER, null])
        expect(listLimits(operation, viewer).filter(({ counts }) => counts === "all")).not.toEqual([]);
    },
  );

  test("a write without limits has the default ones; without a user, only the one by IP", () => {
    expect(listLimits({ method: "PATCH" }, VIEWER)).toEqual(WRITE_LIMITS);
    expect(listLimits({ method: "DELETE" }, null)).toEqual([WRITE_LIMITS[0]]);
  });

  test("a write whose limits count only failures has the default ones as well; one whose limits count every attempt does not", () => {
    expect(listLimits({ method: "PUT", limits: REAUTHENTICATION_LIMITS }, VIEWER)).toEqual([
      ...WRITE_LIMITS,
      ...REAUTHENTICATION_LIMITS,
    ]);
    expect(listLimits({ method: "POST", limits: SUPPORT_LIMITS }, VIEWER)).toEqual(SUPPORT_LIMITS);
  });

  test("a read has none by default", () => {
    expect(listLimits({ method: "GET" }, VIEWER)).toEqual([]);
  });
});
