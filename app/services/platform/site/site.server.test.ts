import { expect, test } from "vitest";
import { LOCALES } from "~/domain/locales";
import { DEFAULT_SITE } from "~/domain/site";
import type { SiteSwitch, SiteSwitchRow } from "~/models/site-switch.server";
import { toSiteState } from "./site.server";

const createRow = (id: SiteSwitch, value: string): SiteSwitchRow => ({
  id,
  value,
  revision: 1,
  changedAt: new Date(),
});

test("without rows nothing is switched", () => {
  expect(toSiteState([])).toEqual(DEFAULT_SITE);
});

test.each([
  ["announcement", '{"texts":"one","from":null,"until":null}'],
  ["announcement", "{"],
  ["maintenance", '"on"'],
  ["sign_ups", '"friends"'],
] as const)("a value of %s that this version does not know counts as untouched: %s", (id, value) => {
  expect(toSiteState([createRow(id, value)])).toEqual(DEFAULT_SITE);
});

test("an announcement from before the product had a language is empty in it", () => {
  const value = '{"texts":{"en":"only one"},"from":null,"until":null}';
  const { announcement } = toSiteState([createRow("announcement", value)]);
  const others = Object.fromEntries(LOCALES.map((locale) => [locale, ""]));
  expect(announcement).toEqual({ texts: { ...others, en: "only one" }, from: null, until: null });
});

test("each row sets its switch, and a removed announcement is none", () => {
  const rows = [
    createRow("announcement", "null"),
    createRow("maintenance", "true"),
    createRow("sign_ups", '"invited"'),
  ];
  expect(toSiteState(rows)).toEqual({ announcement: null, isInMaintenance: true, signUps: "invited" });
});
