/** One's picture: shown, replaced, removed. */
import { useTranslation } from "react-i18next";
import { AVATAR_TYPES } from "~/domain/avatars";
import { UPLOAD_MAX_BYTES } from "~/domain/limits";
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { FileField } from "../form/file-field";
import { Avatar } from "../kit/avatar";
import { Card, CardBody, CardHeader } from "../kit/card";

export interface AvatarCardProps {
  name: string;
  avatar: string | null;
}

export function AvatarCard({ name, avatar }: AvatarCardProps) {
  const { t } = useTranslation("profile");
  const megabytes = Math.floor(UPLOAD_MAX_BYTES / 1024 ** 2);
  return (
    <Card id="avatar">
      <CardHeader title={t("avatar.title")} description={t("avatar.description")} />
      <CardBody className="flex flex-wrap gap-6">
        <Avatar name={name} src={avatar} className="size-20 text-xl" />
        <div className="grid min-w-0 max-w-md flex-1 basis-64 gap-3">
          {/* A new picture empties the field: the form begins anew. */}
          <ActionForm
            key={avatar}
            action={paths.profileAvatar}
            name="avatar"
            hasFile
            schema={() => import("~/domain/forms/profile").then((forms) => forms.avatarForm)}
          >
            <FileField
              name="avatar"
              label={t("avatar.label")}
              hint={t("avatar.hint", { megabytes })}
              accept={AVATAR_TYPES}
            />
            <SubmitButton variant="secondary" className="justify-self-start">
              {t("avatar.submit")}
            </SubmitButton>
          </ActionForm>
          {avatar ? (
            <ActionForm action={paths.profileAvatarRemove} name="avatar-remove">
              <SubmitButton variant="quiet" size="sm" className="-ml-2.5 justify-self-start">
                {t("avatar.remove")}
              </SubmitButton>
            </ActionForm>
          ) : null}
        </div>
      </CardBody>
    </Card>
  );
}
