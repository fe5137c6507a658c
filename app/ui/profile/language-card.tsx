/** The language of pages and mails, as a select; the user menu has it as two buttons. */
import { useTranslation } from "react-i18next";
import { LANGUAGES, LOCALES, type Locale } from "~/domain/locales";
import { paths } from "~/domain/paths";
import { SelectField } from "../form/select-field";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Card, CardBody, CardHeader } from "../kit/card";
import { ReturnTo } from "../layout/return-to";

/** The page is loaded anew, in the new language. */
export function LanguageCard({ locale }: { locale: Locale }) {
  const { t } = useTranslation("profile");
  return (
    <Card>
      <CardHeader title={t("language.title")} description={t("language.description")} />
      <CardBody>
        <PostForm action={paths.preferences} className="grid max-w-md gap-[18px]">
          <ReturnTo />
          <SelectField
            name="locale"
            label={t("language.label")}
            defaultValue={locale}
            options={LOCALES.map((value) => ({ value, label: LANGUAGES[value].name }))}
          />
          <Button type="submit" className="justify-self-start">
            {t("save")}
          </Button>
        </PostForm>
      </CardBody>
    </Card>
  );
}
