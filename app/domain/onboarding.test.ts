import { expect, test } from "vitest";
import { listWelcomeSteps } from "./onboarding";
import { PERMISSIONS } from "./roles";

const INTRO = ["look", "yours", "help"];

test.each(PERMISSIONS)("%s gets the step that invites a team only from admin upwards", (permission) => {
  const may = ["master", "owner", "admin"].includes(permission);
  expect(listWelcomeSteps({ permission, isDuplicateUser: false })).toEqual(may ? [...INTRO, "team"] : INTRO);
});

test("a user who had already registered is told so in the last step", () => {
  expect(listWelcomeSteps({ permission: "user", isDuplicateUser: true })).toEqual([...INTRO, "duplicate"]);
});
