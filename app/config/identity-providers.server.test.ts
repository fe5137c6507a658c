/** The settings of identity providers: what is a provider, and what is refused before anyone signs in by it. */
import { describe, expect, test } from "vitest";
import { readKnownProviders, readOpenIdProviders } from "./identity-providers.server";

const toSettings = (name: string, changes: Record<string, string | undefined> = {}) => ({
  [`OIDC_${name}_ISSUER`]: `https://${name.toLowerCase()}.example.com`,
  [`OIDC_${name}_CLIENT_ID`]: "an id",
  [`OIDC_${name}_CLIENT_SECRET`]: "a secret",
  ...changes,
});
const having = (changes: Record<string, string | undefined>) => toSettings("ACME", changes);

describe("a provider by settings", () => {
  test("has its name in lower case as id, a label, and an issuer", () => {
    const settings = { ...toSettings("SSO2"), ...having({ OIDC_ACME_LABEL: "Acme Corp." }) };
    expect(readOpenIdProviders(settings).map(({ id, name, keys }) => [id, name, keys?.issuer])).toEqual([
      ["acme", "Acme Corp.", "https://acme.example.com"],
      ["sso2", "Sso2", "https://sso2.example.com"],
    ]);
  });

  test.each([
    ["ACME_SSO", "an underscore"],
    ["acme", "lower case"],
    ["2FA", "a digit first"],
    ["A".repeat(17), "17 letters"],
    ["", "nothing"],
    ["ÄRZTE", "a letter beyond ASCII"],
    ["A/B", "a slash"],
  ])("cannot be named %j: %s", (name) => {
    expect(() => readOpenIdProviders(toSettings(name))).toThrow("OIDC_<NAME>_ISSUER");
  });

  test.each(["GOOGLE", "GITHUB", "MICROSOFT", "APPLE", "FACEBOOK", "TWITTER", "LINKEDIN"])(
    "cannot have the name of a known one: %s",
    (name) => {
      expect(() => readOpenIdProviders(toSettings(name))).toThrow("is a provider of its own");
    },
  );

  test.each(["ISSUER", "CLIENT_ID", "CLIENT_SECRET"])("needs its %s", (part) => {
    for (const value of [undefined, ""])
      expect(() => readOpenIdProviders(having({ [`OIDC_ACME_${part}`]: value }))).toThrow(
        `OIDC_ACME_${part} is missing`,
      );
  });

  test.each([
    "http://acme.example.com",
    "http://127.0.0.1.example.com",
    "http://10.0.0.1",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "acme.example.com",
    "https://someone@acme.example.com",
    "https://:secret@acme.example.com",
    "https://acme.example.com/?tenant=1",
    "https://acme.example.com/#1",
    "https://acme.example.com/.well-known/openid-configuration",
    " ",
  ])("cannot have the issuer %j", (issuer) => {
    expect(() => readOpenIdProviders(having({ OIDC_ACME_ISSUER: issuer }))).toThrow("must be an https URL");
  });

  test.each([
    "http://localhost:8080/realms/acme",
    "http://127.0.0.1:1",
    "http://[::1]:1",
    "https://10.0.0.1",
  ])("may have the issuer %s", (issuer) => {
    expect(readOpenIdProviders(having({ OIDC_ACME_ISSUER: issuer }))).toHaveLength(1);
  });

  test.each(["https://acme.example.com", "https://acme.example.com/", "https://ACME.example.com:443"])(
    "cannot have the issuer of another one: %s",
    (issuer) => {
      const settings = { ...having({}), ...toSettings("BETA", { OIDC_BETA_ISSUER: issuer }) };
      expect(() => readOpenIdProviders(settings)).toThrow("is the issuer of two providers");
    },
  );

  test("cannot have a label of more than 40 characters", () => {
    expect(() => readOpenIdProviders(having({ OIDC_ACME_LABEL: "x".repeat(41) }))).toThrow("at most 40");
  });
});

describe("a known provider", () => {
  const PEM = "-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----";
  const APPLE = {
    APPLE_CLIENT_ID: "an id",
    APPLE_TEAM_ID: "a team",
    APPLE_KEY_ID: "a key",
    APPLE_PRIVATE_KEY: PEM,
  };
  const findKeys = (settings: Record<string, string>, wanted: string) =>
    readKnownProviders(settings).find(({ id }) => id === wanted)?.keys;

  test("is off without keys, and a tenant alone is none", () => {
    expect(findKeys({ MICROSOFT_TENANT: "example.com" }, "microsoft")).toBeNull();
  });

  test.each(Object.keys(APPLE))("Apple needs its %s", (name) => {
    expect(() => readKnownProviders({ ...APPLE, [name]: "" })).toThrow(`${name} is missing`);
  });

  test.each([PEM, PEM.replaceAll("\n", "\\n"), `${PEM}\n\n`])(
    "Apple's key may have its line breaks as %j",
    (key) => {
      expect(findKeys({ ...APPLE, APPLE_PRIVATE_KEY: key }, "apple")).toMatchObject({
        clientSecret: PEM,
        apple: { teamId: "a team", keyId: "a key" },
      });
    },
  );
});
