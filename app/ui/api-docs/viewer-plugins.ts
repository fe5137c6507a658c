/** The plugins that the product adds to Swagger UI: a layout, names for fields that have none, and links. */
import type { ComponentType, createElement, TextareaHTMLAttributes } from "react";
import { toGroupSlug } from "~/domain/api-reference";
import { paths } from "~/domain/paths";

/** The parts of Swagger UI's own system that its plugins get. It has a React of its own. */
interface ViewerSystem {
  React: { createElement: typeof createElement };
}

interface LayoutProps {
  getComponent(name: string, isContainer?: boolean): ComponentType;
}

/**
 * The button for the key, and the calls. Swagger UI's own layout has a second main landmark, and repeats what the
 * reference says. https://swagger.io/docs/open-source-tools/swagger-ui/customization/custom-layout/
 */
export function createLayoutPlugin({ React }: ViewerSystem) {
  function CallsLayout({ getComponent }: LayoutProps) {
    const parts = [
      getComponent("SvgAssets"),
      getComponent("AuthorizeBtnContainer", true),
      getComponent("operations", true),
    ].map((Part, key) => React.createElement(Part, { key }));
    return React.createElement("div", { className: "swagger-ui" }, parts);
  }
  return { components: { CallsLayout } };
}

interface FieldProps {
  /** The name of the parameter. */
  description?: string;
}

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement>;

interface ParametersProps {
  /** The call, as the document describes it: an immutable map, whose one tag is its group. */
  operation: { get(name: "operationId"): string; getIn(path: ["tags", 0]): string };
}

/**
 * Names for the fields of an opened call, and a link to the same call in the reference. The texts are in English, as all
 * of Swagger UI is. https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/
 */
export function createNamesPlugin({ React: { createElement: create } }: ViewerSystem) {
  const nameByLabel = (Original: ComponentType<FieldProps>) =>
    function NamedField(props: FieldProps) {
      const name = create("span", { className: "sr-only" }, props.description);
      return create("label", { className: "contents" }, name, create(Original, props));
    };
  return {
    wrapComponents: {
      JsonSchema_string: nameByLabel,
      JsonSchema_boolean: nameByLabel,
      TextArea: (Original: ComponentType<TextAreaProps>) =>
        function NamedTextArea(props: TextAreaProps) {
          return create(Original, { "aria-label": "Request body", ...props });
        },
      parameters: (Original: ComponentType<ParametersProps>) =>
        function LinkedParameters(props: ParametersProps) {
          const group = paths.apiDocsGroup(toGroupSlug(props.operation.getIn(["tags", 0])));
          const href = `${group}#${props.operation.get("operationId")}`;
          const link = create("a", { href, className: "reference-link" }, "This call in the reference");
          return create("div", null, link, create(Original, props));
        },
    },
  };
}
