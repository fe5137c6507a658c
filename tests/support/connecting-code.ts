/** Finds what can connect to a server in a source file: Node's modules, the functions that Node shares with browsers, packages. */
import { builtinModules } from "node:module";
import ts from "typescript";

/** The exports of Node's modules for networks that connect to nothing. Everything else of them counts. */
const HARMLESS: Record<string, readonly string[]> = {
  "node:http": ["createServer"],
  "node:https": ["createServer"],
  "node:http2": ["createServer", "createSecureServer"],
  "node:net": ["BlockList", "createServer", "Server", "isIP", "isIPv4", "isIPv6"],
  "node:tls": ["createServer"],
  "node:dns": [],
  "node:dns/promises": [],
  "node:dgram": [],
};
const GLOBALS = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"];

interface ConnectingCode {
  /** As "node:http request" or "fetch", sorted. */
  ways: string[];
  /** The packages that are imported, sorted. */
  packages: string[];
}

/** Imports of types do not count, because they are gone at run time. */
export function findConnectingCode(text: string): ConnectingCode {
  const source = ts.createSourceFile("source.tsx", text, ts.ScriptTarget.Latest, true);
  const ways = new Set<string>();
  const packages = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const { from, names } of listImports(node)) {
      const module = builtinModules.includes(from) ? `node:${from}` : from;
      const harmless = HARMLESS[module];
      for (const name of names) if (harmless && !harmless.includes(name)) ways.add(`${module} ${name}`);
      if (/^[a-z@]/.test(module) && !module.startsWith("node:")) packages.add(toPackage(module));
    }
    if (isGlobalOfBrowsers(node)) ways.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { ways: [...ways].toSorted(), packages: [...packages].toSorted() };
}

interface Import {
  from: string;
  /** "*" for the whole module. */
  names: string[];
}

function listImports(node: ts.Node): Import[] {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    const names = listNames(node);
    const { moduleSpecifier: from } = node;
    return from && ts.isStringLiteral(from) && names.length > 0 ? [{ from: from.text, names }] : [];
  }
  if (!ts.isCallExpression(node)) return [];
  const [from] = node.arguments;
  const isImport =
    node.expression.kind === ts.SyntaxKind.ImportKeyword || /require$/i.test(node.expression.getText());
  return isImport && from && ts.isStringLiteralLike(from) ? [{ from: from.text, names: ["*"] }] : [];
}

function listNames(node: ts.ImportDeclaration | ts.ExportDeclaration): string[] {
  if (ts.isExportDeclaration(node)) {
    if (node.isTypeOnly) return [];
    return node.exportClause && ts.isNamedExports(node.exportClause)
      ? listElements(node.exportClause)
      : ["*"];
  }
  const { importClause: clause } = node;
  if (!clause) return ["*"]; // For its effects.
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return [];
  const { name, namedBindings: bindings } = clause;
  const named = bindings && (ts.isNamedImports(bindings) ? listElements(bindings) : ["*"]);
  return [...(name ? ["*"] : []), ...(named ?? [])];
}

/** By the names that the module gives them. */
function listElements({ elements }: ts.NamedImports | ts.NamedExports): string[] {
  const values = [...elements].filter(({ isTypeOnly }) => !isTypeOnly);
  return values.map(({ propertyName, name }) => (propertyName ?? name).text);
}

/** The function itself, called or passed on. A method of the same name is another one, unless it is the global object's. */
function isGlobalOfBrowsers(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node) || !GLOBALS.includes(node.text)) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node)
    return /^(globalThis|global|window|self)$/.test(parent.expression.getText());
  const isName =
    ts.isMethodSignature(parent) || ts.isMethodDeclaration(parent) || ts.isPropertySignature(parent);
  const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
  return !isName && !isKey && !ts.isTypeReferenceNode(parent);
}

function toPackage(module: string): string {
  return module.split("/", module.startsWith("@") ? 2 : 1).join("/");
}
