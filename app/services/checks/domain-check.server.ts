/** Whether a domain leads to this installation, over http and over https. */
import { toMessage, type KeyedMessage } from "~/domain/messages";
import { paths } from "~/domain/paths";
import { createProber, type Prober, type ProbeResult } from "~/gateways/network/probe";
import { createSecrets, type Secrets } from "~/crypto/secrets.server";
import { createChallenge } from "../platform/setup/challenge.server";
import { fail, pass, warn, type CheckedInstallation, type CheckResult } from "./check.server";

/** `here`: it is this installation. `elsewhere`: another server answers. Otherwise why nothing does. */
export type DomainAnswer =
  | { kind: "here" }
  | { kind: "elsewhere"; status: number }
  | Exclude<ProbeResult, { kind: "answered" }>;

export interface DomainAnswers {
  http: DomainAnswer;
  https: DomainAnswer;
}

/** Asks both for the answer that only this installation can give. Sends two requests, to this domain only. */
export async function askDomain(
  domain: string,
  secrets: Pick<Secrets, "sign">,
  prober: Prober = createProber(),
): Promise<DomainAnswers> {
  const ask = async (scheme: "http" | "https"): Promise<DomainAnswer> => {
    const { challenge, expected } = createChallenge(secrets);
    const result = await prober.get(
      new URL(`${scheme}://${domain}${paths.installation}?challenge=${challenge}`),
    );
    if (result.kind !== "answered") return result;
    const isHere = result.body.includes(expected);
    return isHere ? { kind: "here" } : { kind: "elsewhere", status: result.status };
  };
  const [http, https] = await Promise.all([ask("http"), ask("https")]);
  return { http, https };
}

/** For `npm run doctor`: an installation of this machine only has no domain to check. */
export async function checkDomain(
  { config }: Pick<CheckedInstallation, "config">,
  prober?: Prober,
): Promise<CheckResult> {
  const { appUrl, isLocal, isDevelopment } = config;
  const url = new URL(appUrl).origin;
  if (isLocal) return pass("domain", toMessage("checks:domain.local", { url }));
  const { host, protocol } = new URL(appUrl);
  const { http, https } = await askDomain(host, createSecrets(config), prober);
  const answer = protocol === "https:" ? https : http;
  if (answer.kind === "here") return pass("domain", toMessage("checks:domain.here", { url }));
  const [finding, advice] = [describeAnswer(url, answer), toMessage("checks:domain.check", { url })];
  // In development the name may be there before the server.
  const isHarmless = isDevelopment && answer.kind !== "forbidden";
  return isHarmless ? warn("domain", finding, advice) : fail("domain", finding, advice);
}

function describeAnswer(url: string, answer: Exclude<DomainAnswer, { kind: "here" }>): KeyedMessage {
  const values = {
    url,
    ...(answer.kind === "elsewhere" && { status: answer.status }),
    ...(answer.kind === "certificate" && { code: answer.code }),
  };
  return toMessage(`checks:domain.${answer.kind}`, values);
}
