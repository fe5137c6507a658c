import { describe, expect, test } from "vitest";
import * as z from "zod";
import type * as mini from "zod/mini";
import * as choices from "./choices";
import * as rules from "./rules";

const validateAndGetMessages = (schema: mini.ZodMiniType, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message) ?? [];
const parseValue = (schema: mini.ZodMiniType, input: unknown) => schema.safeParse(input).data;

const NOT_SCALAR: [unknown][] = [
  [[]],
  [["a", "b"]],
  [{}],
  [{ toString: "x" }],
  [0],
  [1.5],
  [Number.NaN],
  [true],
  [new Date(0)],
];
const EVERY_RULE: [string, mini.ZodMiniType][] = [
  ["requiredText", rules.requiredText()],
  ["requiredText over several lines", rules.requiredText(undefined, { isMultiline: true })],
  ["optionalText", rules.optionalText()],
  ["personName", rules.personName()],
  ["email", rules.email()],
  ["newPassword", rules.newPassword()],
  ["password", rules.password()],
  ["phone", rules.phone()],
  ["url", rules.url()],
  ["number", rules.number({ min: 1, max: 5 })],
  ["select", choices.select(["a", "b"])],
  ["selectSome", choices.selectSome(["a", "b"])],
  ["flag", choices.flag()],
  ["checkbox", choices.checkbox()],
  ["file", choices.file({ accept: ["image/png"], maxBytes: 10 })],
];

describe("every rule", () => {
  const odd = [
    ...[undefined, null, "", " ", "\u0000", "\ud800", "\u202e", "🙂", "x".repeat(70_000)].map((input) => [
      input,
    ]),
    ...NOT_SCALAR,
  ];

  test.each(EVERY_RULE)(
    "%s answers any input with a packed key of the form texts, and never throws",
    (_, rule) => {
      for (const [input] of odd) {
        for (const message of validateAndGetMessages(rule, input))
          expect(message).toMatch(/^form:[a-z_]+(\?|$)/);
      }
    },
  );

  test.each(EVERY_RULE)("%s can be documented as JSON Schema", (_, rule) => {
    expect(z.toJSONSchema(rule, { io: "input" })).toBeTypeOf("object");
  });
});

describe("text", () => {
  test.each([[undefined], [null], [""], ["   "], ["\n\t"], ["\u200b\u202e "]])("%j is missing", (input) => {
    expect(validateAndGetMessages(rules.requiredText("form:name_required"), input)).toEqual([
      "form:name_required",
    ]);
  });

  test.each(NOT_SCALAR)("%j is not text, and the message says so", (input) => {
    expect(validateAndGetMessages(rules.requiredText(), input)[0]).toBe("form:not_text");
    expect(validateAndGetMessages(rules.optionalText(), input)[0]).toBe("form:not_text");
  });

  test("text must keep within its minimum and maximum of characters", () => {
    const rule = rules.requiredText(undefined, { min: 3, max: 5 });
    expect(validateAndGetMessages(rule, "ab")).toEqual(["form:min_length?minLength=3"]);
    expect(validateAndGetMessages(rule, "abcdef")).toEqual(["form:max_length?maxLength=5"]);
    expect(parseValue(rule, " abcd ")).toBe("abcd");
  });

  test.each(["a\u0000b", "a\u0007b", "a\u007fb", "a\u0085b", "a\u2028b", "a\ud800b", "a\nb", "a\tb"])(
    "%j has a control character, which a single line rejects",
    (input) => {
      expect(validateAndGetMessages(rules.requiredText(), input)).toEqual(["form:control_characters"]);
    },
  );

  test("multiline text keeps line breaks (as \\n) and tabs, and rejects other control characters", () => {
    const rule = rules.requiredText(undefined, { isMultiline: true });
    expect(parseValue(rule, "a\r\nb\rc\td")).toBe("a\nb\nc\td");
    expect(validateAndGetMessages(rule, "a\u0000b")).toEqual(["form:control_characters"]);
    expect(validateAndGetMessages(rule, "a\u001bb")).toEqual(["form:control_characters"]);
  });

  test("a name keeps emoji and right-to-left scripts, and loses characters that override the direction", () => {
    expect(parseValue(rules.personName(), "👩‍👩‍👧 שָׁלוֹם\u200f")).toBe("👩‍👩‍👧 שָׁלוֹם\u200f".normalize("NFC"));
    expect(parseValue(rules.personName(), "\u202egnp\u202c.exe\u2066")).toBe("gnp.exe");
  });

  test("optional text that is missing becomes empty", () => {
    expect(parseValue(rules.optionalText(), undefined)).toBe("");
    expect(parseValue(rules.optionalText(), "  ")).toBe("");
  });
});

describe("email", () => {
  test.each([
    ["grace@acme.com", "grace@acme.com"],
    ["  Grace.Hopper+x@ACME.Co.UK ", "grace.hopper+x@acme.co.uk"],
    ["victim＠example.com", "victim@example.com"],
    ["ｖｉｃｔｉｍ@example.com", "victim@example.com"],
    ["o'neil_x@sub-domain.example.io", "o'neil_x@sub-domain.example.io"],
    ["anna@exämple.com", "anna@xn--exmple-cua.com"],
    ["anna@XN--exmple-CUA.com", "anna@xn--exmple-cua.com"],
    ["K@example.com", "k@example.com"],
  ])("%j is stored as %s", (input, kept) => {
    expect(parseValue(rules.email(), input)).toBe(kept);
  });

  test.each([
    ["grace@acme"],
    ["grace"],
    ["@acme.com"],
    ["grace@"],
    ["a@b@c.com"],
    ["a＠b@c.com"],
    ["gräce@acme.com"],
    ["graсe@acme.com"], // the с is Cyrillic
    ["gra ce@acme.com"],
    ['"a b"@acme.com'],
    [".a@acme.com"],
    ["a..b@acme.com"],
    ["a@-acme.com"],
    ["a@acme..com"],
    ["a@acme.c"],
    ["a@127.0.0.1"],
    ["a@[127.0.0.1]"],
    ["a@acme.com, b@acme.com"],
    ["a@acme.com\r\nBcc: b@acme.com"],
    ["a\u0000@acme.com"],
    ["a\u202e@acme.com"],
    ["a@ac\u202eme.com"],
    ["a\u200b@acme.com"],
    ["a@exämple.com/x"],
    ["<a@acme.com>"],
    ["😀@acme.com"],
    ["anna@example。com"],
  ])("%j is not a valid email address", (input) => {
    expect(validateAndGetMessages(rules.email(), input)).toEqual(["form:email"]);
  });

  test("an email that is longer than 190 characters after normalization is rejected", () => {
    expect(validateAndGetMessages(rules.email(), `${"a".repeat(190)}@acme.com`)).toEqual([
      "form:max_length?maxLength=190",
    ]);
    expect(parseValue(rules.email(), `${" ".repeat(300)}a@acme.com`)).toBe("a@acme.com");
  });

  test("an empty email asks for one, and a value that is not text has its own message", () => {
    expect(validateAndGetMessages(rules.email(), " ")).toEqual(["form:email_required"]);
    expect(validateAndGetMessages(rules.email(), undefined)).toEqual(["form:email_required"]);
    expect(validateAndGetMessages(rules.email(), ["a@acme.com", "b@acme.com"])).toEqual(["form:not_text"]);
  });

  test("a custom message overrides the generic one", () => {
    expect(validateAndGetMessages(rules.email("signin:bad"), "x")).toEqual(["signin:bad"]);
  });

  test("a hostile email takes no longer to check than a long one", () => {
    const started = performance.now();
    for (const evil of ["a.".repeat(90), `${"a".repeat(90)}@${"a-".repeat(45)}`, `a@${"a.".repeat(93)}`]) {
      rules.email().safeParse(evil);
    }
    expect(performance.now() - started).toBeLessThan(200);
  });
});

describe("password", () => {
  test.each('!@#$%^&*(),.?":{}|<>'.match(/./g) ?? [])("%s is a special character", (special) => {
    expect(parseValue(rules.newPassword(), `abcdefg${special}`)).toBe(`abcdefg${special}`);
  });

  test.each(["abcdefgh1", "abc defgh", "abcdefg-_", "abcdefg;'", "abcdefgé", "contraseña"])(
    "%s must contain at least one special character",
    (input) => expect(validateAndGetMessages(rules.newPassword(), input)).toEqual(["form:password_special"]),
  );

  test("a new password has 8 to 128 characters, and its spaces are kept", () => {
    expect(validateAndGetMessages(rules.newPassword(), "short!")).toEqual(["form:min_length?minLength=8"]);
    expect(validateAndGetMessages(rules.newPassword(), `!${"a".repeat(128)}`)).toEqual([
      "form:max_length?maxLength=128",
    ]);
    expect(parseValue(rules.newPassword(), "  spaces! ")).toBe("  spaces! ");
  });

  test("an existing password only needs to be present and short enough to hash", () => {
    expect(parseValue(rules.password(), "x")).toBe("x");
    expect(validateAndGetMessages(rules.password(), "")).toEqual(["form:password_required"]);
    expect(validateAndGetMessages(rules.password(), "x".repeat(129))).toEqual([
      "form:max_length?maxLength=128",
    ]);
  });

  test("the repeated password must be the same", () => {
    const schema = rules
      .createFormSchema({ password: rules.newPassword(), confirm_password: rules.password() })
      .check(rules.repeats("password", "confirm_password"));
    const issues = schema.safeParse({ password: "abcdefg!", confirm_password: "abcdefg?" }).error?.issues;
    expect(issues).toMatchObject([{ path: ["confirm_password"], message: "form:passwords_differ" }]);
    expect(schema.safeParse({ password: "abcdefg!", confirm_password: "abcdefg!" }).success).toBe(true);
  });
});

describe("phone", () => {
  test.each(["1234567", "+1 415 555 2671", "123456789012345", "1 2 3 4 5 6 7"])("%s is valid", (input) => {
    expect(parseValue(rules.phone(), input)).toBe(input);
  });
  test.each(["123456", "1234567890123456", "1  234567", "++1234567", "123-4567", "1234567a", "+ 1234567"])(
    "%s is not a valid phone number",
    (input) => expect(validateAndGetMessages(rules.phone(), input)).toEqual(["form:phone"]),
  );
});

describe("url", () => {
  test.each([
    "acme.com",
    "www.acme.com",
    "https://acme.com",
    "http://www.acme.co.uk/a/b?c=d&e",
    "ftp://acme.com/",
    "smtp://mail.acme.com",
  ])("%s is valid", (input) => expect(parseValue(rules.url(), input)).toBe(input));
  test.each([
    "acme",
    "http://",
    "gopher://acme.com",
    "javascript:alert(1)",
    "https://acme",
    "acme.com/a b",
    "//acme.com",
    "https://acme.c",
  ])("%s is not a valid URL", (input) =>
    expect(validateAndGetMessages(rules.url(), input)).toEqual(["form:url"]),
  );
});

describe("number", () => {
  test.each([
    ["5", 5],
    [" 5 ", 5],
    ["-3", -3],
    ["2.50", 2.5],
    [7, 7],
  ])("%j is read as %d", (input, read) => expect(parseValue(rules.number(), input)).toBe(read));

  test.each(["1e5", "0x10", "1,5", "1.", ".5", "--1", "Infinity", "NaN", "one"])(
    "%s is not a valid number",
    (input) => expect(validateAndGetMessages(rules.number(), input)).toEqual(["form:number"]),
  );
  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], [true], [{}], [["1", "2"]]])(
    "%j is not a number either",
    (input) => {
      expect(validateAndGetMessages(rules.number(), input)).toEqual(["form:number"]);
    },
  );
  test("a missing number is required", () => {
    expect(validateAndGetMessages(rules.number(), "")).toEqual(["form:required"]);
    expect(validateAndGetMessages(rules.number(), undefined)).toEqual(["form:required"]);
  });
  test("a number outside its limits names them", () => {
    expect(validateAndGetMessages(rules.number({ min: 2 }), "1")).toEqual(["form:min?min=2"]);
    expect(validateAndGetMessages(rules.number({ max: 2 }), "3")).toEqual(["form:max?max=2"]);
    expect(validateAndGetMessages(rules.number({ min: 2, max: 4 }), "5")).toEqual([
      "form:between?min=2&max=4",
    ]);
  });
});

test("a form drops unknown fields, and a body that is not an object is invalid", () => {
  const schema = rules.createFormSchema({ name: rules.personName() });
  expect(schema.safeParse({ name: "Ada", permission: "master" }).data).toEqual({ name: "Ada" });
  for (const body of [null, undefined, [], "x", 5])
    expect(validateAndGetMessages(schema, body)).toEqual(["form:invalid"]);
});
