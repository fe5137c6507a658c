// Secrets in what the product prints are found.
import { expect, test } from "vitest";
import { PASSWORD } from "../../support/clients";
import { createFacts } from "../traffic/traffic";
import { findSecrets } from "./log";

const KEY = `gw_test_${"k".repeat(30)}`;

test.each([
  ["a password", `sign-in with ${PASSWORD}`],
  ["a session's token", `"cookie":"ses_${"a".repeat(43)}"`],
  ["the link of a mail", `/magic?token=mag_${"b".repeat(43)}`],
  ["an API key that a client has got", `Bearer ${KEY}`],
  ["the provider's key", '"key":"sk_test_faults"'],
  ["the application secret", "a setting: the secret of the test"],
])("%s", (_name, line) => {
  const facts = createFacts();
  facts.secrets.add(KEY);
  expect(findSecrets(line, facts, ["the secret of the test"])).not.toEqual([]);
});

test("the lines of a usual log contain none", () => {
  const line =
    '{"level":30,"requestId":"0198","method":"POST","path":"/api/auth","status":200,"keyId":"key"}';
  expect(findSecrets(line, createFacts(), ["the secret of the test"])).toEqual([]);
});
