/** The step Authentication: the keys of the social networks. */
import * as z from "zod";
import { listSettingSources, readGivenSettings } from "~/config/config.server";
import type { NetworkKeys } from "~/gateways/social/social";
import { AppError } from "~/domain/errors";
import { authenticationForm } from "~/domain/forms/setup-authentication";
import { toMessage } from "~/domain/messages";
import { NETWORK_NAMES, NETWORKS, type Network } from "~/domain/networks";
import { paths } from "~/domain/paths";
import type { KeyAnswer } from "~/gateways/social/check-keys";
import { askNetworks, type NetworkAnswers } from "../checks/network-check.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { getNetworkState } from "../sign-in/authorization-request.server";
import { outcomeShape, saveStep, type StepFinding } from "./save-step.server";
import { readStepResponse, stepShape } from "./step-view.server";

const networkShape = z.object({
  provider: z.enum(NETWORKS),
  /** The URL that the network's console asks for. */
  callback_url: z.string(),
  state: z.enum(["on", "sandbox", "off"]),
});
export type SetupNetwork = z.infer<typeof networkShape>;

export const getSetupAuthentication = defineOperation({
  name: "getSetupAuthentication",
  method: "GET",
  path: "/api/setup/auth",
  summary:
    "Read which social networks have keys, where each comes from, and the callback URL of each network.",
  access: { permission: "none" },
  isSetup: true,
  input: z.object({}),
  output: stepShape.extend({ networks: z.array(networkShape) }),
  run(_input, context) {
    const networks = listSetupNetworks(context);
    return Promise.resolve({ data: { ...readStepResponse(context.app, "authentication"), networks } });
  },
});

export const saveSetupAuthentication = defineOperation({
  name: "saveSetupAuthentication",
  method: "POST",
  path: "/api/setup/auth",
  summary:
    "Ask the social networks whether they accept these keys, and save them. A field that is missing stays as it is; an " +
    "empty id removes the network's keys. A network that cannot be asked is a warning, which is saved only with confirm. " +
    "only_test saves nothing.",
  access: { permission: "none" },
  needsOwnSession: false,
  isSetup: true,
  input: authenticationForm,
  output: outcomeShape,
  run({ revision, only_test, confirm, ...fields }, context) {
    const changes = toKeyChanges(fields);
    const { config } = context.app;
    return saveStep(
      context,
      { revision, only_test, confirm },
      {
        step: "authentication",
        settings: changes,
        fields: Object.fromEntries(Object.keys(fields).map((field) => [field.toUpperCase(), field])),
        test: async () => toNetworkFindings(await askNetworks(config.appUrl, readKeysWith(changes))),
      },
    );
  },
});

/** Every network with its callback URL, and whether this visitor can sign in by it. */
export function listSetupNetworks(context: Pick<Context, "app" | "isLocalCaller">): SetupNetwork[] {
  return NETWORKS.map((network) => ({
    provider: network,
    callback_url: context.app.config.appUrl + paths.socialCallback(network),
    state: getNetworkState(context, network),
  }));
}

type KeyField = `${Network}_client_${"id" | "secret"}`;
type KeyFields = Partial<Record<KeyField, string | undefined>>;
type KeyChanges = Record<string, string | null>;

/** By the names of their variables. Throws invalid for half of a pair. */
function toKeyChanges(fields: KeyFields): KeyChanges {
  const given = readGivenSettings();
  return Object.assign({}, ...NETWORKS.map((network) => toPairChanges(network, fields, given))) as KeyChanges;
}

function toPairChanges(
  network: Network,
  fields: KeyFields,
  given: Record<string, string | undefined>,
): KeyChanges {
  const [idField, secretField] = [`${network}_client_id`, `${network}_client_secret`] as const;
  const [idName, secretName] = [idField.toUpperCase(), secretField.toUpperCase()];
  const [id, secret] = [fields[idField] ?? given[idName] ?? "", fields[secretField] ?? ""];
  if (id === "") {
    if (secret === "") return fields[idField] === undefined ? {} : { [idName]: null, [secretName]: null };
    throw new AppError("invalid", "setup:auth.id_required", { inputError: idField });
  }
  if (secret !== "") return { [idName]: id, [secretName]: secret };
  if (given[secretName] === undefined || (id !== given[idName] && !isFixed(secretName)))
    throw new AppError("invalid", "setup:auth.secret_required", { inputError: secretField });
  return fields[idField] === undefined ? {} : { [idName]: id };
}

function isFixed(name: string): boolean {
  return listSettingSources().get(name) === "environment";
}

/** The keys that would be in use with these changes. */
function readKeysWith(changes: KeyChanges): Record<Network, NetworkKeys | null> {
  const settings: Record<string, string | null | undefined> = { ...readGivenSettings(), ...changes };
  const read = (network: Network): NetworkKeys | null => {
    const prefix = network.toUpperCase();
    const [clientId, clientSecret] = [settings[`${prefix}_CLIENT_ID`], settings[`${prefix}_CLIENT_SECRET`]];
    if (!clientId || !clientSecret) return null;
    return { clientId, clientSecret, baseUrl: settings[`${prefix}_BASE_URL`] ?? null };
  };
  return Object.fromEntries(NETWORKS.map((network) => [network, read(network)])) as ReturnType<
    typeof readKeysWith
  >;
}

const LEVELS = {
  accepted: "ok",
  rejected: "failure",
  unreachable: "warning",
  unclear: "warning",
} as const satisfies Record<KeyAnswer, StepFinding["level"]>;

function toNetworkFindings(answers: NetworkAnswers): StepFinding[] {
  const findings = NETWORKS.flatMap((network): StepFinding[] => {
    const answer = answers[network];
    if (answer === null) return [];
    const values = { network: NETWORK_NAMES[network] };
    const message = toMessage(`setup:auth.keys.${answer}`, values);
    return [{ level: LEVELS[answer], message, field: `${network}_client_secret` }];
  });
  return findings.length > 0 ? findings : [{ level: "ok", message: toMessage("setup:auth.none") }];
}
