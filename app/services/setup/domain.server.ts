/** The step Domain: the public URL, the email of support, and the proxies in front. */
import * as z from "zod";
import { listSettingSources } from "~/config/config.server";
import { AppError } from "~/domain/errors";
import { domainForm } from "~/domain/forms/setup";
import { toMessage } from "~/domain/messages";
import { askDomain, type DomainAnswer, type DomainAnswers } from "../checks/domain-check.server";
import { defineOperation } from "../platform/operation.server";
import { outcomeShape, saveStep, type StepFinding } from "./save-step.server";
import { readStepResponse, stepShape } from "./step-view.server";

export const getSetupDomain = defineOperation({
  name: "getSetupDomain",
  method: "GET",
  path: "/api/setup/domain",
  summary: "Read the public URL, the support email and the trusted proxies, and where each comes from.",
  access: { permission: "none" },
  isSetup: true,
  input: z.object({}),
  output: stepShape,
  run: (_input, { app }) => Promise.resolve({ data: readStepResponse(app, "domain") }),
});

export const saveSetupDomain = defineOperation({
  name: "saveSetupDomain",
  method: "POST",
  path: "/api/setup/domain",
  summary:
    "Test a domain and save it with the support email. A warning, such as a domain that does not lead here yet, is saved " +
    "only with confirm, and answers 400 without. only_test saves nothing.",
  access: { permission: "none" },
  needsOwnSession: false,
  isSetup: true,
  input: domainForm,
  output: outcomeShape,
  run({ domain, support_email: email, trust_proxy_hops: hops, ...input }, context) {
    requireFields({ domain, support_email: email });
    return saveStep(context, input, {
      step: "domain",
      settings: {
        ...(domain !== undefined && { APP_URL: `https://${domain}` }),
        ...(email !== undefined && { SUPPORT_EMAIL: email }),
        ...(hops !== undefined && { TRUST_PROXY_HOPS: String(hops) }),
      },
      fields: { APP_URL: "domain", SUPPORT_EMAIL: "support_email", TRUST_PROXY_HOPS: "trust_proxy_hops" },
      async test() {
        const { secrets, config } = context.app;
        const host = domain ?? new URL(config.appUrl).host;
        const trusted = hops ?? config.trustProxyHops;
        const answers = await askDomain(host, secrets);
        return [...toDomainFindings(host, answers), ...toProxyFindings(context.setup?.proxies ?? 0, trusted)];
      },
    });
  },
});

/** A field may be missing only where the environment fixes its setting. */
function requireFields({ domain, support_email }: { domain?: string; support_email?: string }): void {
  const sources = listSettingSources();
  if (domain === undefined && sources.get("APP_URL") !== "environment")
    throw new AppError("invalid", "setup:domain.required", { inputError: "domain" });
  if (support_email === undefined && sources.get("SUPPORT_EMAIL") !== "environment")
    throw new AppError("invalid", "form:email_required", { inputError: "support_email" });
}

/** https must lead here. http may not answer at all; when another server answers, the domain probably belongs to it. */
export function toDomainFindings(domain: string, { http, https }: DomainAnswers): StepFinding[] {
  const findings = [toHttpsFinding(domain, https)];
  if (https.kind !== "here" && http.kind === "here")
    findings.push({ level: "ok", message: toMessage("setup:domain.http_here", { domain }) });
  return findings;
}

function toHttpsFinding(domain: string, answer: DomainAnswer): StepFinding {
  const level = answer.kind === "here" ? "ok" : answer.kind === "forbidden" ? "failure" : "warning";
  const values = {
    domain,
    ...(answer.kind === "elsewhere" && { status: answer.status }),
    ...(answer.kind === "certificate" && { code: answer.code }),
  };
  return { level, message: toMessage(`setup:domain.https.${answer.kind}`, values), field: "domain" };
}

/** The request of the form came the way that visitors will come, unless the operator is on this machine. */
function toProxyFindings(proxies: number, trusted: number): StepFinding[] {
  const message = toMessage("setup:domain.proxies", { proxies, trusted });
  return proxies === 0 || proxies === trusted ? [] : [{ level: "warning", message }];
}
