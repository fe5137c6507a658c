/** Taking one's own data away. */
import Download from "lucide-react/icons/download";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { getButtonClass } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";

export function DownloadCard() {
  const { t } = useTranslation("profile");
  return (
    <Card>
      <CardHeader title={t("download.title")} description={t("download.description")} />
      <CardBody>
        {/* Not a link of the router: what comes is a file. */}
        <a href={paths.profileExport} download className={getButtonClass()}>
          <Download aria-hidden />
          {t("download.submit")}
        </a>
      </CardBody>
    </Card>
  );
}
