import { expect, test } from "vitest";
import { listWelcomeSteps } from "./onboarding";
import { PERMISSIONS } from "./roles";

const INTRO = ["you", "look"];

test.each(PERMISSIONS)(
  "%s: only admins, owners and masters get the step that invites a team",
  (permission) => {
    const may = ["master", "owner", "admin"].includes(permission);
    expect(listWelcomeSteps({ permission, isDuplicateUser: false })).toEqual(
      may ? [...INTRO, "team"] : INTRO,
    );
  },
);

test("a user who was already registered gets a last step that chooses the default account", () => {
  expect(listWelcomeSteps({ permission: "user", isDuplicateUser: true })).toEqual([...INTRO, "duplicate"]);
});
