import { describe, expect, test } from "vitest";
import { REAUTHENTICATION_LIMITS, SUPPORT_LIMITS, WRITE_LIMITS } from "~/domain/rate-limits";
import { listLimits } from "./operation.server";
import { OPERATIONS } from "../operations.server";
import type { Viewer } from "./viewer.server";

const VIEWER = {} as Viewer;
const WRITES = OPERATIONS.filter(({ method }) => method !== "GET");

describe("the limits of an operation", () => {
  test.each(WRITES)(
    "$name, a write, has one that counts every try, for users and for strangers",
    (operation) => {
      for (const viewer of [VIEWER, null])
        expect(listLimits(operation, viewer).filter(({ counts }) => counts === "all")).not.toEqual([]);
    },
  );

  test("a write without any has the default ones: for a stranger those by IP alone", () => {
    expect(listLimits({ method: "PATCH" }, VIEWER)).toEqual(WRITE_LIMITS);
    expect(listLimits({ method: "DELETE" }, null)).toEqual([WRITE_LIMITS[0]]);
  });

  test("a write that only counts failures has the default ones besides, and one that counts every try its own alone", () => {
    expect(listLimits({ method: "PUT", limits: REAUTHENTICATION_LIMITS }, VIEWER)).toEqual([
      ...WRITE_LIMITS,
      ...REAUTHENTICATION_LIMITS,
    ]);
    expect(listLimits({ method: "POST", limits: SUPPORT_LIMITS }, VIEWER)).toEqual(SUPPORT_LIMITS);
  });

  test("reading has none by default", () => {
    expect(listLimits({ method: "GET" }, VIEWER)).toEqual([]);
  });
});
