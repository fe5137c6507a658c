import { expect, test } from "vitest";
import { welcomeSteps } from "./onboarding";
import { PERMISSIONS } from "./roles";

const INTRO = ["look", "yours", "help"];

test.each(PERMISSIONS)("%s gets the step of inviting a team from admin on", (permission) => {
  const may = ["master", "owner", "admin"].includes(permission);
  expect(welcomeSteps({ permission, isDuplicateUser: false })).toEqual(may ? [...INTRO, "team"] : INTRO);
});

test("whoever had already registered is told at the end", () => {
  expect(welcomeSteps({ permission: "user", isDuplicateUser: true })).toEqual([...INTRO, "duplicate"]);
});
