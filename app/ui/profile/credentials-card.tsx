/** The password and two-factor authentication: the state of each, and the link to the page that changes it. */
import { paths } from "~/domain/paths";
import { Badge } from "../kit/badge";
import { ButtonLink } from "../kit/button";
import { Card } from "../kit/card";
import { useTexts } from "../use-texts";

interface CredentialsCardProps {
  hasPassword: boolean;
  hasTwoFactor: boolean;
}

export function CredentialsCard({ hasPassword, hasTwoFactor }: CredentialsCardProps) {
  const { t } = useTexts("account");
  return (
    <Card className="divide-y divide-line">
      <Credential
        title={t("security.password")}
        isOn={hasPassword}
        link={paths.password}
        action={hasPassword ? t("password.change") : t("password.create")}
      />
      <Credential
        title={t("two_factor.title")}
        isOn={hasTwoFactor}
        link={paths.twoFactor}
        action={hasTwoFactor ? t("two_factor.manage") : t("two_factor.enable")}
      />
    </Card>
  );
}

interface CredentialProps {
  title: string;
  isOn: boolean;
  link: string;
  action: string;
}

function Credential({ title, isOn, link, action }: CredentialProps) {
  const { t } = useTexts("account");
  return (
    <div className="flex flex-wrap items-center gap-3 px-5 py-4">
      <h2 className="min-w-0">{title}</h2>
      <Badge tone={isOn ? "good" : "warn"}>{isOn ? t("security.on") : t("security.off")}</Badge>
      <ButtonLink to={link} size="sm" className="ml-auto">
        {action}
      </ButtonLink>
    </div>
  );
}
