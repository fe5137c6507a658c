import { describe, expect, test } from "vitest";
import { KEY_SCOPES } from "../key-scopes";
import { deleteKeysForm, keyChangeForm, keyForm } from "./keys";

const GOOD = { name: "Export", scope: ["usage:read"] };
const read = (more: object) => keyForm.safeParse({ ...GOOD, ...more });
const messageOf = (more: object) => read(more).error?.issues[0]?.message;

describe("the scopes of a key", () => {
  test.each([[[]], [undefined], [""], [null]])("%j answers that one must be selected", (scope) => {
    expect(messageOf({ scope })).toBe("keys:form.scope_required");
  });

  test.each([["*"], ["users"], [["users:read", "root"]], [{ users: true }]])("%j is refused", (scope) => {
    expect(read({ scope }).success).toBe(false);
  });

  test("a form posts a single one as plain text", () => {
    expect(read({ scope: "users:read" }).data?.scope).toEqual(["users:read"]);
    expect(read({ scope: [...KEY_SCOPES] }).data?.scope).toEqual(KEY_SCOPES);
  });
});

describe("the end of a key", () => {
  test.each([
    ["2027-03-01", new Date("2027-03-01T23:59:59.999Z")],
    ["2027-03-01T10:00:00Z", new Date("2027-03-01T10:00:00Z")],
    ["2027-03-01T10:00:00+02:00", new Date("2027-03-01T08:00:00Z")],
    ["", null],
    [null, null],
    [undefined, undefined],
  ])("%j is read as %j", (given, expected) => {
    expect(read({ expires_at: given }).data?.expires_at).toEqual(expected);
  });

  test.each(["tomorrow", "2027-02-30", "2027-13-01", "01/03/2027", 7, ["2027-03-01"]])(
    "%j is not a date",
    (given) => {
      expect(messageOf({ expires_at: given })).toBe("keys:form.expires_invalid");
    },
  );
});

describe("the IPs that may use a key", () => {
  test("the IPs of a key come as a list or as one text, each once", () => {
    const expected = ["203.0.113.7", "10.0.0.0/8", "2001:db8::/48"];
    const text = "203.0.113.7, 10.0.0.0/8\n2001:DB8::/48\r\n203.0.113.7";
    expect(read({ allowed_ips: text }).data?.allowed_ips).toEqual(expected);
    expect(read({ allowed_ips: expected }).data?.allowed_ips).toEqual(expected);
    expect(read({ allowed_ips: " " }).data?.allowed_ips).toEqual([]);
  });

  test.each(["203.0.113", "203.0.113.256", "10.0.0.0/33", "2001:db8::/129", "example.com", "::1/x"])(
    "%s is named as wrong",
    (range) => {
      expect(messageOf({ allowed_ips: `10.0.0.1 ${range}` })).toContain("keys:form.ips_wrong?ip=");
    },
  );

  test("there are at most 20", () => {
    const ips = (count: number) => Array.from({ length: count }, (_, index) => `10.0.0.${index}`);
    expect(read({ allowed_ips: ips(20) }).success).toBe(true);
    expect(messageOf({ allowed_ips: ips(21) })).toBe("keys:form.ips_maximum?max=20");
    expect(messageOf({ allowed_ips: ips(21).join() })).toBe("keys:form.ips_maximum?max=20");
  });
});

test("a change leaves out what was not sent", () => {
  expect(keyChangeForm.parse({ id: "x", active: false })).toEqual({ id: "x", active: false });
});

test("several ids are read as a list without repetitions, and one as a list of one", () => {
  expect(deleteKeysForm.parse({ ids: ["a", "b", "a"] })).toEqual({ ids: ["a", "b"] });
  expect(deleteKeysForm.parse({ ids: "a" })).toEqual({ ids: ["a"] });
  expect(deleteKeysForm.safeParse({ ids: [] }).success).toBe(false);
});
