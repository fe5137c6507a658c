/** One's own name. */
import { useTranslation } from "react-i18next";
import { ActionForm, SubmitButton } from "../form/action-form";
import { TextField } from "../form/fields";
import { Card, CardBody, CardHeader } from "../kit/card";

export function NameCard({ name }: { name: string }) {
  const { t } = useTranslation("profile");
  return (
    <Card id="name">
      <CardHeader title={t("name.title")} description={t("name.description")} />
      <CardBody>
        <ActionForm
          intent="change-name"
          action="#name"
          className="max-w-md"
          schema={() => import("~/domain/forms/profile").then((forms) => forms.profileForm)}
        >
          <TextField name="name" label={t("name.label")} defaultValue={name} autoComplete="name" />
          <SubmitButton variant="secondary" className="justify-self-start">
            {t("save")}
          </SubmitButton>
        </ActionForm>
      </CardBody>
    </Card>
  );
}
