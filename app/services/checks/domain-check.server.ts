/** Whether a domain leads to this installation, over http and over https. */
import { randomBytes } from "node:crypto";
import { paths } from "~/domain/paths";
import { INSTALLATION_PURPOSE } from "~/domain/setup";
import { createProber, type Prober, type ProbeResult } from "~/gateways/network/probe";
import type { Secrets } from "../platform/crypto/secrets.server";
import { createSecrets } from "../platform/crypto/secrets.server";
import { fail, pass, warn, type CheckedInstallation, type CheckResult } from "./check.server";

/** `here`: it is this installation. `elsewhere`: another server answers. Otherwise why nothing does. */
export type DomainAnswer =
  { kind: "here" } | { kind: "elsewhere"; status: number } | Exclude<ProbeResult, { kind: "answered" }>;

export interface DomainAnswers {
  http: DomainAnswer;
  https: DomainAnswer;
}

/** Asks both for a signature that only this installation can make. Sends two requests, to this domain only. */
export async function askDomain(
  domain: string,
  { sign }: Pick<Secrets, "sign">,
  prober: Prober = createProber(),
): Promise<DomainAnswers> {
  const ask = async (scheme: "http" | "https"): Promise<DomainAnswer> => {
    const challenge = randomBytes(24).toString("base64url");
    const result = await prober.get(
      new URL(`${scheme}://${domain}${paths.installation}?challenge=${challenge}`),
    );
    if (result.kind !== "answered") return result;
    const isHere = result.body.includes(sign(INSTALLATION_PURPOSE, challenge));
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
  const { appUrl, isLocal, appSecret } = config;
  if (isLocal) return pass("Domain", `${appUrl} is for this machine only.`);
  const { host, protocol } = new URL(appUrl);
  const { http, https } = await askDomain(host, createSecrets(appSecret), prober);
  const answer = protocol === "https:" ? https : http;
  if (answer.kind === "here") return pass("Domain", `${appUrl} leads to this installation.`);
  const advice = "Check the DNS entry of the domain, the proxy in front, and its certificate.";
  const finding = `${appUrl} does not lead to this installation: ${describeAnswer(answer)}.`;
  return answer.kind === "forbidden" ? fail("Domain", finding, advice) : warn("Domain", finding, advice);
}

function describeAnswer(answer: Exclude<DomainAnswer, { kind: "here" }>): string {
  switch (answer.kind) {
    case "elsewhere":
      return `another server answers with ${answer.status}, or the product is not running`;
    case "unknown_host":
      return "the name is not known";
    case "refused":
      return "the connection is refused";
    case "timeout":
      return "no answer comes in time";
    case "certificate":
      return `the certificate is not valid (${answer.code})`;
    case "unreachable":
      return "it cannot be reached";
    case "forbidden":
      return "the name has an IP of a machine's own metadata, or of no server";
  }
}
