/** The step Authentication: the keys of the identity providers. */
import * as z from "zod";
import { readGivenSettings } from "~/config/config.server";
import { readKnownProviders, readOpenIdProviders } from "~/config/identity-providers.server";
import { authenticationForm } from "~/domain/forms/setup-authentication";
import { isKnownIdentityProvider } from "~/domain/identity-providers";
import { listKeySettings, toKeyField } from "~/domain/identity-provider-settings";
import { toMessage } from "~/domain/messages";
import { paths } from "~/domain/paths";
import type { KeyAnswer } from "~/gateways/identity-providers/check-keys";
import type { IdentityProviderSettings } from "~/gateways/identity-providers/identity-provider";
import { askIdentityProviders, type IdentityProviderAnswer } from "../checks/identity-provider-check.server";
import { defineOperation, type Context } from "../platform/operation.server";
import { getIdentityProviderState } from "../sign-in/authorization-request.server";
import {
  listProviderFields,
  toProviderChanges,
  type SettingChanges,
} from "./identity-provider-changes.server";
import { outcomeShape, saveStep, type StepFinding } from "./save-step.server";
import { readStepResponse, stepShape } from "./step-view.server";

const identityProviderShape = z.object({
  provider: z.string(),
  /** As its button has it. */
  name: z.string(),
  /** The URL that the provider's console asks for. */
  callback_url: z.string(),
  state: z.enum(["on", "sandbox", "off"]),
});
export type SetupIdentityProvider = z.infer<typeof identityProviderShape>;

export const getSetupAuthentication = defineOperation({
  name: "getSetupAuthentication",
  method: "GET",
  path: "/api/setup/auth",
  summary:
    "Read which identity providers have keys, where each comes from, and the callback URL of each provider.",
  access: { permission: "none" },
  isSetup: true,
  input: z.object({}),
  output: stepShape.extend({ networks: z.array(identityProviderShape) }),
  run(_input, context) {
    const networks = listSetupIdentityProviders(context);
    return Promise.resolve({ data: { ...readStepResponse(context.app, "authentication"), networks } });
  },
});

export const saveSetupAuthentication = defineOperation({
  name: "saveSetupAuthentication",
  method: "POST",
  path: "/api/setup/auth",
  summary:
    "Ask the identity providers whether they accept these keys, and save them. A field that is missing stays as it is; an " +
    "empty id removes the provider's keys. A provider that cannot be asked is a warning, which is saved only with confirm. " +
    "only_test saves nothing.",
  access: { permission: "none" },
  needsOwnSession: false,
  isSetup: true,
  input: authenticationForm,
  output: outcomeShape,
  run({ revision, only_test, confirm, ...fields }, context) {
    const changes = toProviderChanges(fields);
    const { config } = context.app;
    return saveStep(
      context,
      { revision, only_test, confirm },
      {
        step: "authentication",
        settings: changes,
        fields: listProviderFields(fields),
        test: async () => toFindings(await askIdentityProviders(config.appUrl, readProvidersWith(changes))),
      },
    );
  },
});

/** Every provider with its callback URL, and whether this visitor can sign in by it. */
export function listSetupIdentityProviders({
  app,
  isLocalCaller,
}: Pick<Context, "app" | "isLocalCaller">): SetupIdentityProvider[] {
  return [...app.identityProviders.values()].map(({ id, name }) => ({
    provider: id,
    name,
    callback_url: app.config.appUrl + paths.identityProviderCallback(id),
    state: getIdentityProviderState({ app, isLocalCaller }, id),
  }));
}

/** The providers that would be in use with these changes. */
function readProvidersWith(changes: SettingChanges): IdentityProviderSettings[] {
  const merged = Object.entries({ ...readGivenSettings(), ...changes });
  const values = Object.fromEntries(
    merged.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  );
  return [...readKnownProviders(values), ...readOpenIdProviders(values)];
}

const LEVELS = {
  accepted: "ok",
  rejected: "failure",
  unreachable: "warning",
  unclear: "warning",
} as const satisfies Record<KeyAnswer, StepFinding["level"]>;

function toFindings(answers: readonly IdentityProviderAnswer[]): StepFinding[] {
  const findings = answers.map(({ id, name, answer }): StepFinding => ({
    level: LEVELS[answer],
    message: toMessage(`setup:auth.keys.${answer}`, { provider: name }),
    field: toSecretField(id),
  }));
  return findings.length > 0 ? findings : [{ level: "ok", message: toMessage("setup:auth.none") }];
}

function toSecretField(id: string): string {
  if (!isKnownIdentityProvider(id)) return "oidc_client_secret";
  return toKeyField(id, listKeySettings(id).at(-1) ?? "CLIENT_SECRET");
}
