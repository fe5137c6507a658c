/** Whether the identity providers accept the product's keys. */
import type { Config } from "~/config/config.server";
import type { IdentityProviderSettings } from "~/gateways/identity-providers/identity-provider";
import { toMessage } from "~/domain/messages";
import { paths } from "~/domain/paths";
import type { KeyAnswer } from "~/gateways/identity-providers/check-keys";
import { fail, pass, warn, type CheckResult } from "./check.server";

/** What a provider with keys says of them. */
export interface IdentityProviderAnswer {
  id: string;
  name: string;
  answer: KeyAnswer;
}

/** Asks each provider that has keys. */
export async function askIdentityProviders(
  appUrl: string,
  providers: readonly IdentityProviderSettings[],
): Promise<IdentityProviderAnswer[]> {
  const withKeys = providers.flatMap(({ id, name, keys }) => (keys === null ? [] : [{ id, name, keys }]));
  return Promise.all(
    withKeys.map(async ({ id, name, keys }) => {
      // Loaded when it is needed: the packages of the providers would cost 20 ms of every start.
      const { checkIdentityProviderKeys } = await import("~/gateways/identity-providers/check-keys");
      const callbackUrl = appUrl + paths.identityProviderCallback(id);
      return { id, name, answer: await checkIdentityProviderKeys(id, keys, callbackUrl) };
    }),
  );
}

export async function checkIdentityProviders({
  appUrl,
  isLocal,
  identityProviders,
}: Pick<Config, "appUrl" | "isLocal" | "identityProviders">): Promise<CheckResult> {
  const answers = await askIdentityProviders(appUrl, identityProviders);
  const list = (...wanted: readonly KeyAnswer[]) =>
    answers.flatMap(({ name, answer }) => (wanted.includes(answer) ? [name] : []));
  const [rejected, unsure] = [list("rejected"), list("unreachable", "unclear")];
  const toFinding = (key: "ok" | "rejected" | "unsure", names: readonly string[]) =>
    toMessage(`checks:networks.${key}`, { names: names.join(", ") });
  if (rejected.length > 0)
    return fail("networks", toFinding("rejected", rejected), toMessage("checks:networks.copy"));
  if (unsure.length > 0)
    return warn("networks", toFinding("unsure", unsure), toMessage("checks:networks.later"));
  const accepted = list("accepted");
  if (accepted.length > 0) return pass("networks", toFinding("ok", accepted));
  return pass("networks", toMessage(isLocal ? "checks:networks.sandbox" : "checks:networks.none"));
}
