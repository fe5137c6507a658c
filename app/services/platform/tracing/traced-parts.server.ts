/** Wraps the product's parts so that their calls become spans. Without a collector nothing is wrapped. */
import type { Store } from "~/models/store/store";
import type { Jobs } from "../jobs/jobs.server";
import type { SpanFacts, Traces } from "./traces.server";

/** The calls of the store that send statements. The first argument is the entity, or the look-up with its own name. */
const STATEMENTS = new Set<PropertyKey>([
  ...["insert", "findOne", "find", "findTogether", "count", "countBy", "update", "remove", "insertAll"],
  ...["findJoined", "countByDay", "sumBy"],
]);

/** Records each call of the store, and the calls of a transaction below the transaction. */
export function traceStore<S extends Store>(store: S, traces: Traces | null): S {
  if (!traces) return store;
  return new Proxy(store, {
    get(target, name) {
      if (name === "transaction") return traceTransaction(target, traces);
      const call: unknown = Reflect.get(target, name, target);
      if (!STATEMENTS.has(name) || !isFunction(call)) return call;
      return (...args: unknown[]) =>
        traces.run(describeStatement(String(name), args[0]), () => call.apply(target, args));
    },
  });
}

function traceTransaction(store: Store, traces: Traces): Store["transaction"] {
  return (work) =>
    traces.run({ kind: "statement", name: "transaction" }, () =>
      store.transaction((inner) => work(traceStore(inner, traces))),
    );
}

function describeStatement(call: string, given: unknown): SpanFacts {
  const { table, name = call } = given as { table?: string; name?: string };
  const attributes = { "db.operation.name": name };
  if (table === undefined) return { kind: "statement", name, attributes };
  return {
    kind: "statement",
    name: `${name} ${table}`,
    attributes: { ...attributes, "db.collection.name": table },
  };
}

/**
 * Records each call of a gateway, as `payments.findCard`. Every method returns a promise, except `within`, which returns the gateway
 * for one request.
 */
export function traceGateway<Gateway extends object>(
  gateway: Gateway,
  name: string,
  traces: Traces | null,
): Gateway {
  if (!traces) return gateway;
  return new Proxy(gateway, {
    get(target, method) {
      const call: unknown = Reflect.get(target, method, target);
      if (!isFunction(call)) return call;
      if (method === "within")
        return (...args: unknown[]) => traceGateway(call.apply(target, args), name, traces);
      return (...args: unknown[]) =>
        traces.run({ kind: "gateway", name: `${name}.${String(method)}` }, () => call.apply(target, args));
    },
  });
}

/** A job does the work of every request, so what a request wakes is no part of its trace. */
export function leaveTraceToWake(jobs: Jobs, traces: Traces | null): Jobs {
  return traces ? { wake: (name) => traces.leave(() => jobs.wake(name)) } : jobs;
}

type Call = (...args: unknown[]) => Promise<unknown>;

function isFunction(value: unknown): value is Call {
  return typeof value === "function";
}
