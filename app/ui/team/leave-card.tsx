/** The way out of an account, for whoever does not own it. */
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { ButtonLink } from "../kit/button";
import { Card, CardHeader } from "../kit/card";

export function LeaveCard({ account }: { account: string }) {
  const { t } = useTranslation("team");
  return (
    <Card>
      <CardHeader
        title={t("leave.title", { account })}
        description={t("leave.card")}
        actions={<ButtonLink to={paths.leaveAccount}>{t("leave.submit")}</ButtonLink>}
      />
    </Card>
  );
}
