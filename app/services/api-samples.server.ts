/** Samples of API calls in curl, JavaScript and Python. Each runs as it stands, with the key in a variable. */
import { KEY_VARIABLE, type Samples } from "~/domain/api-reference";

interface SampledCall {
  method: string;
  url: string;
  /** Undefined without a body. */
  body: unknown;
}

export function createSamples(call: SampledCall): Samples {
  return { curl: createCurl(call), fetch: createFetch(call), python: createPython(call) };
}

/** For a POSIX shell, where single quotes keep everything but themselves as it is. */
function createCurl({ method, url, body }: SampledCall): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}"${url}"`,
    `-H "Authorization: Bearer $${KEY_VARIABLE}"`,
  ];
  if (body !== undefined) {
    lines.push('-H "Content-Type: application/json"');
    lines.push(`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(" \\\n  ");
}

/** For Node.js as a module. */
function createFetch({ method, url, body }: SampledCall): string {
  const headers = [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`];
  if (body !== undefined) headers.push('"Content-Type": "application/json",');
  return [
    `const answer = await fetch(${JSON.stringify(url)}, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    ...headers.map((line) => `    ${line}`),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    "});",
    "console.log(answer.status, await answer.text());",
  ].join("\n");
}

/** With the standard library alone. */
function createPython({ method, url, body }: SampledCall): string {
  const headers = [`"Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],`];
  if (body !== undefined) headers.push('"Content-Type": "application/json",');
  return [
    `import ${body === undefined ? "" : "json, "}os, urllib.request`,
    "",
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    `    method="${method}",`,
    "    headers={",
    ...headers.map((line) => `        ${line}`),
    "    },",
    ...(body === undefined ? [] : [`    data=json.dumps(${toPython(body)}).encode(),`]),
    ")",
    "with urllib.request.urlopen(request) as answer:",
    "    print(answer.status, answer.read().decode())",
  ].join("\n");
}

/** Writes a JSON value as Python. A string is written alike in both. */
function toPython(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(toPython).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${toPython(inner)}`);
  return `{${fields.join(", ")}}`;
}
