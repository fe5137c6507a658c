/** A choice that is missing is asked for: no call answers that it must be one of the options. */
import { describe, expect, test } from "vitest";
import { listInputPlaces, putAt, type JsonSchema } from "../../tests/support/naughty-values";
import { AppError } from "~/domain/errors";
import { translator } from "~/i18n/translator.server";
import { OPERATIONS } from "./operations.server";
import type { Operation } from "./platform/operation.server";
import { validateInput } from "./platform/validate-input.server";

/** Every field, of every call, that is chosen from options; also those in lists. */
const choices = OPERATIONS.flatMap((operation) =>
  listInputPlaces(operation)
    .filter(({ schema }) => isChoice(schema))
    .map(({ at }) => ({ operation, at, field: at.join("."), call: `${operation.method} ${operation.path}` })),
);

describe.each(choices)("$call: $field", ({ operation, at, field }) => {
  test.each([undefined, null, ""])("%j is missing, and not an unknown option", (value) => {
    expect(listMessages(operation, putAt({}, at, value), field)).not.toContain("form:not_an_option");
  });
});

test("the walk finds the choices of invitations, members, feedback, setup and switches", () => {
  const found = choices.map(({ operation, field }) => `${operation.name} ${field}`);
  expect(found).toEqual(
    expect.arrayContaining([
      ...["createInvites permission", "updateMember permission", "manageMembers action"],
      ...["giveFeedback rating", "switchTwoFactor 2fa_enabled", "updateNotifications notifications.0.name"],
    ]),
  );
});

test.each([
  ["en", "Field is required"],
  ["es", "El campo «Campo» es obligatorio"],
] as const)("in %s a missing role of a member is %j, and the answer names the field", (locale, text) => {
  const updateMember = OPERATIONS.find(({ name }) => name === "updateMember");
  if (!updateMember) throw new Error("there is no such call");
  try {
    validateInput(updateMember.input, { id: "x" });
    throw new Error("a missing role was accepted");
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    expect(failure.detail.inputError).toBe("permission");
    expect(translator(locale).message(failure.messageKey)).toBe(text);
  }
});

function isChoice({ enum: options, type, anyOf = [] }: JsonSchema): boolean {
  return options !== undefined || type === "boolean" || anyOf.some(isChoice);
}

/** The messages of the input for this field; none when the input is accepted. */
function listMessages({ input }: Operation, given: Record<string, unknown>, field: string): string[] {
  try {
    validateInput(input, given);
    return [];
  } catch (failure) {
    if (failure instanceof AppError) return [...(failure.detail.errors?.[field] ?? [])];
    throw failure;
  }
}
