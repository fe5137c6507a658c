import { expect, test } from "vitest";
import { listWelcomeSteps } from "./onboarding";
import { ROLES, toActor } from "./roles";

const INTRO = ["you", "look"];

test.each(ROLES)("%s: only admins, owners and masters get the step that invites a team", (role) => {
  const list = (isMaster: boolean) =>
    listWelcomeSteps({ ...toActor({ role, isMaster }), isDuplicateUser: false });
  expect(list(false)).toEqual(["owner", "admin"].includes(role) ? [...INTRO, "team"] : INTRO);
  expect(list(true)).toEqual([...INTRO, "team"]);
});

test("a user who was already registered gets a last step that chooses the default account", () => {
  expect(listWelcomeSteps({ permission: "user", role: "user", isDuplicateUser: true })).toEqual([
    ...INTRO,
    "duplicate",
  ]);
});
