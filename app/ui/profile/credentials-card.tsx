/** The password, the mailed link and two-factor authentication: the state of each, its last use, and the page that changes it. */
import { paths } from "~/domain/paths";
import type { SignInFactor } from "~/domain/sign-in-factors";
import { Badge } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card } from "../kit/card";
import { useTexts } from "../use-texts";
import { LastUse } from "./last-use";

interface CredentialsCardProps {
  email: string;
  hasPassword: boolean;
  hasTwoFactor: boolean;
  /** ISO 8601; a factor whose last use is not known is missing. */
  lastUses: Partial<Record<SignInFactor, string>>;
}

export function CredentialsCard({ email, hasPassword, hasTwoFactor, lastUses }: CredentialsCardProps) {
  const { t } = useTexts("account");
  return (
    <Card className="divide-y divide-line">
      <Credential
        title={t("security.password")}
        isOn={hasPassword}
        lastUsedAt={lastUses.password}
        change={{ link: paths.password, label: hasPassword ? t("password.change") : t("password.create") }}
      />
      <Credential
        title={t("security.email_link")}
        hint={t("security.email_link_hint", { email })}
        isOn
        lastUsedAt={lastUses.link}
      />
      <Credential
        title={t("two_factor.title")}
        isOn={hasTwoFactor}
        lastUsedAt={hasTwoFactor ? lastUses.code : undefined}
        change={{
          link: paths.twoFactor,
          label: hasTwoFactor ? t("two_factor.manage") : t("two_factor.enable"),
        }}
      />
    </Card>
  );
}

interface CredentialProps {
  title: string;
  hint?: string;
  isOn: boolean;
  lastUsedAt: string | undefined;
  /** The page that changes it; a way in that is always there has none. */
  change?: { link: string; label: string };
}

function Credential({ title, hint, isOn, lastUsedAt, change }: CredentialProps) {
  const { t } = useTexts("account");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-4">
      <h2 className="min-w-0">{title}</h2>
      <Badge tone={isOn ? "good" : "warn"}>{isOn ? t("security.on") : t("security.off")}</Badge>
      {change ? (
        <ButtonLink to={change.link} size="sm" className="ml-auto">
          {change.label}
        </ButtonLink>
      ) : null}
      {hint === undefined ? null : <p className="basis-full text-sm text-muted">{hint}</p>}
      {lastUsedAt === undefined ? null : <LastUse at={lastUsedAt} />}
    </div>
  );
}
