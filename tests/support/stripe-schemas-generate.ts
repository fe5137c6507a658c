/**
 * Generates JSON Schema from the payment SDK's own type declarations, which the provider generates from its API
 * description.
 */
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { COMBINED, EVENT_OBJECTS, OPERATIONS, RETURNED_OBJECTS } from "./stripe-schemas-operations";

export type Schema = Record<string, unknown> | boolean;

export interface Schemas {
  /** Every named shape, for `#/definitions/…`. */
  definitions: Record<string, Schema>;
  /** Type name → its schema: of parameters in form encoding, of responses in JSON. */
  types: Record<string, Schema>;
}

/** Responses are JSON; parameters are form-encoded, where every value is text. */
type Wire = "answer" | "form";

const DECIMAL = { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };

/** Reads the declarations and creates a schema for every type that an operation names. Takes some seconds. */
export function generateSchemas(): Schemas {
  const { checker, types } = readTypes();
  const definitions: Record<string, Schema> = {};
  const state: State = {
    checker,
    definitions,
    names: new Map(),
    otherMethods: listOtherMethods(checker, types),
  };
  const schemas = [...types].map(([name, type]) => {
    const wire: Wire = name.endsWith("Params") ? "form" : "answer";
    return [name, toSchema(state, type, wire)] as const;
  });
  return { definitions, types: Object.fromEntries(schemas) };
}

interface State {
  checker: ts.TypeChecker;
  definitions: Record<string, Schema>;
  /** The name of a type's definition, because a type may contain itself. */
  names: Map<string, string>;
  /** Kinds of payment method that the sandbox does not have. */
  otherMethods: readonly string[];
}

/** A file that exists only for the compiler: one alias, with a property for each required type. */
function readTypes(): { checker: ts.TypeChecker; types: Map<string, ts.Type> } {
  const file = fileURLToPath(new URL("stripe-types.virtual.ts", import.meta.url));
  const text = `import type Stripe from "stripe";\nexport type Wanted = {\n${[...typeNames()]
    .map((name) => `  ${name}: ${COMBINED[name] ?? `Stripe.${name}`};`)
    .join("\n")}\n};\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2022.d.ts"],
    types: [],
  };
  const program = ts.createProgram([file], options, createCompilerHost({ file, text, options }));
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const alias = source?.statements.find((statement) => ts.isTypeAliasDeclaration(statement));
  if (!alias) throw new Error("the virtual file of required types was not read");
  const properties = checker.getPropertiesOfType(checker.getTypeAtLocation(alias));
  const types = new Map(properties.map((property) => [property.name, checker.getTypeOfSymbol(property)]));
  for (const [name, type] of types) {
    if (type.flags & ts.TypeFlags.Any) throw new Error(`the SDK has no type ${name}`);
  }
  return { checker, types };
}

function typeNames(): Set<string> {
  const ofOperations = Object.values(OPERATIONS).flatMap(({ takes, answers }) => [
    takes,
    typeof answers === "string" ? answers : answers.listOf,
  ]);
  return new Set([...ofOperations, ...EVENT_OBJECTS]);
}

function createCompilerHost({
  file,
  text,
  options,
}: {
  file: string;
  text: string;
  options: ts.CompilerOptions;
}): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    fileExists: (name) => name === file || host.fileExists(name),
    readFile: (name) => (name === file ? text : host.readFile(name)),
    getSourceFile: (name, version) =>
      name === file ? ts.createSourceFile(name, text, version) : host.getSourceFile(name, version),
  };
}

function toSchema(state: State, type: ts.Type, wire: Wire): Schema {
  if (type.isUnion()) return toUnionSchema(state, type, wire);
  if (type.flags & ts.TypeFlags.Object) return toObjectSchema(state, type, wire);
  // `OtherString`: an enumeration that may grow. The sandbox has one API version, in which it is fixed.
  if (type.isIntersection()) return isDecimal(type) ? DECIMAL : false;
  return toPlainSchema(state, type, wire);
}

function toPlainSchema({ checker }: State, type: ts.Type, wire: Wire): Schema {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return true;
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return false;
  if (flags & ts.TypeFlags.Null) return wire === "form" ? { const: "" } : { type: "null" };
  if (type.isStringLiteral()) return { const: type.value };
  if (type.isNumberLiteral()) return { const: wire === "form" ? String(type.value) : type.value };
  if (flags & ts.TypeFlags.BooleanLiteral) {
    const text = checker.typeToString(type);
    return { const: wire === "form" ? text : text === "true" };
  }
  if (flags & ts.TypeFlags.String) return { type: "string" };
  if (flags & ts.TypeFlags.Number)
    return wire === "form" ? { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" } : { type: "number" };
  throw new Error(`no schema for ${checker.typeToString(type)}`);
}

function toUnionSchema(state: State, type: ts.UnionType, wire: Wire): Schema {
  const members = type.types
    .map((member) => toSchema(state, member, wire))
    .filter((schema) => schema !== false);
  const constants = [...new Set(members.filter(isConstant).map((schema) => schema.const))];
  const others = members.filter((schema) => !isConstant(schema));
  const all = [...(constants.length > 0 ? [{ enum: constants }] : []), ...others];
  return all.length > 1 ? { anyOf: all } : (all[0] ?? false);
}

function isConstant(schema: Schema): schema is { const: unknown } {
  return typeof schema === "object" && "const" in schema;
}

function toObjectSchema(state: State, type: ts.Type, wire: Wire): Schema {
  const { checker } = state;
  if (isDecimal(type)) return DECIMAL;
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return { type: "array", items: item ? toSchema(state, item, wire) : true };
  }
  if (wire === "answer" && !isReturned(checker, type)) return false;
  return { $ref: `#/definitions/${define(state, type, wire)}` };
}

function define(state: State, type: ts.Type, wire: Wire): string {
  const key = `${wire} ${String((type as ts.Type & { id: number }).id)}`;
  const known = state.names.get(key);
  if (known) return known;
  const name = `${wire}.${state.checker
    .typeToString(type)
    .replaceAll(/[^\w.]/g, "_")
    .slice(0, 60)}.${state.names.size}`;
  state.names.set(key, name);
  state.definitions[name] = toShapeSchema(state, type, wire);
  return name;
}

function toShapeSchema(state: State, type: ts.Type, wire: Wire): Schema {
  const { checker } = state;
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    const value = checker.getTypeOfSymbol(property);
    const isOther = wire === "answer" && state.otherMethods.includes(property.name);
    // The SDK types what the provider never sends as void, such as `deleted` on an object that exists.
    const schema = isOther ? toNullSchema(value) : toSchema(state, value, wire);
    if (schema === false) continue;
    properties[property.name] = schema;
    if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
  }
  const rest = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  // A shape without properties is any object: the one inside an event.
  const isAnything = checker.getPropertiesOfType(type).length === 0;
  return {
    type: "object",
    properties,
    required,
    additionalProperties: rest ? toSchema(state, rest, wire) : isAnything,
  };
}

/** The sandbox has only cards. Types of bank debits and wallets are never used, so they are not compiled. */
function listOtherMethods(checker: ts.TypeChecker, types: Map<string, ts.Type>): string[] {
  const method = types.get("PaymentMethod");
  const kind = method && checker.getPropertyOfType(method, "type");
  const kinds = kind && checker.getTypeOfSymbol(kind);
  if (!kinds?.isUnion()) throw new Error("the SDK does not list the kinds of payment method");
  return kinds.types.flatMap((one) => (one.isStringLiteral() && one.value !== "card" ? [one.value] : []));
}

function toNullSchema(type: ts.Type): Schema {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some((part) => part.flags & ts.TypeFlags.Null) ? { type: "null" } : false;
}

/** Whether the sandbox may return such an object. A part that names no kind belongs to its parent. */
function isReturned(checker: ts.TypeChecker, type: ts.Type): boolean {
  const kind = checker.getPropertyOfType(type, "object");
  const value = kind && checker.getTypeOfSymbol(kind);
  if (!value?.isStringLiteral()) return true;
  return RETURNED_OBJECTS.some((name) => name === value.value);
}

function isDecimal(type: ts.Type): boolean {
  return (type.aliasSymbol ?? type.getSymbol())?.name.startsWith("Decimal") ?? false;
}
