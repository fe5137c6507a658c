/** /dev/kit shows every component of the kit and of forms. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Components that /dev/kit shows as parts of others, and those that need more than a page. */
const NOT_BY_THEMSELVES: Record<string, string> = {
  Calendar: "of DateField, when it is opened",
  DayButton: "of DateField, once it is loaded",
  DayInput: "of DateField",
  MomentInput: "of DateTimeField",
  OwnDay: "of DateField, once it is loaded",
  OwnMoment: "of DateTimeField, once it is loaded",
  DialogBox: "of Dialog, when it is opened",
  Field: "of every field",
  FieldError: "of every field",
  FieldGroup: "of RadioField and CheckboxGroupField",
  FieldHint: "of every field",
  FormChecks: "renders nothing",
  HiddenInputs: "of ActionForm and PostForm",
  OptionalMark: "of every field",
  TooltipBubble: "of Tooltip, when it opens",
  UnknownFormNotice: "of PageHeader",
  NavigationProgress: "once in the document",
  LoadingOverlay: "once in the document",
  CardField: "needs the payment provider; its parts CardGroup and CardFrame are shown",
  CardInput: "needs the payment provider",
  CardOnFileField: "needs the payment provider",
};

const shown = listSources("app/ui/dev-kit").join("\n");
const components = ["app/ui/kit", "app/ui/form"].flatMap(listSources).flatMap(listComponents);

test("the components are found", () => {
  expect(components).toEqual(
    expect.arrayContaining(["Button", "Drawer", "Calendar", "SelectField", "Tooltip"]),
  );
});

test("every component of the kit and of forms is shown", () => {
  // As an element, or as the value of a property.
  const isShown = (name: string) => new RegExp(`[<{]${name}[\\s/>}]`).test(shown);
  expect(components.filter((name) => !(name in NOT_BY_THEMSELVES) && !isShown(name))).toEqual([]);
});

test("the exceptions exist", () => {
  expect(Object.keys(NOT_BY_THEMSELVES).filter((name) => !components.includes(name))).toEqual([]);
});

function listSources(folder: string): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".tsx") && !file.includes(".test."));
  return files.map((file) => readFileSync(join(folder, file), "utf8"));
}

/** Lists the exports of a file that can stand in JSX: their names have a capital and a small letter. */
function listComponents(source: string): string[] {
  return [...source.matchAll(/^export (?:default )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm)].map(
    ([, name = ""]) => name,
  );
}
