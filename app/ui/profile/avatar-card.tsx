/** The user's picture: shown, replaced, removed. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { AVATAR_TYPES } from "~/domain/avatars";
import { AVATAR_MAX_PIXELS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import { ActionForm, SubmitButton } from "../form/action-form";
import { FileField } from "../form/file-field";
import { Avatar } from "../kit/avatar";
import { Card, CardBody, CardHeader } from "../kit/card";

export interface AvatarCardProps {
  name: string;
  avatar: string | null;
  /** Only verified users may upload a picture. */
  isVerified: boolean;
}

export function AvatarCard({ name, avatar, isVerified }: AvatarCardProps) {
  const { t } = useTranslation("profile");
  return (
    <Card id="avatar">
      <CardHeader title={t("avatar.title")} description={t("avatar.description")} />
      {/* A new picture resets the form, so that the file field is empty. */}
      <AvatarBody key={avatar} name={name} avatar={avatar} isVerified={isVerified} />
    </Card>
  );
}

function AvatarBody({ name, avatar, isVerified }: AvatarCardProps) {
  const { t } = useTranslation("profile");
  const preview = usePreview();
  return (
    <CardBody className="flex flex-wrap gap-6">
      <figure className="grid justify-items-center gap-1.5 self-start">
        <Avatar
          name={name}
          src={preview.src ?? avatar}
          className="size-20 text-xl"
          onError={preview.src === null ? undefined : preview.clear}
        />
        {preview.src === null ? null : (
          <figcaption className="text-sm text-muted">{t("avatar.preview")}</figcaption>
        )}
      </figure>
      <div className="grid min-w-0 max-w-md flex-1 basis-64 content-start gap-3">
        {isVerified ? (
          <UploadForm onChoose={preview.show} />
        ) : (
          <p className="text-muted">{t("avatar.verify_first")}</p>
        )}
        {avatar ? (
          <ActionForm intent="remove-avatar" action="#avatar">
            <SubmitButton variant="quiet" size="sm" className="-ml-2.5 justify-self-start">
              {t("avatar.remove")}
            </SubmitButton>
          </ActionForm>
        ) : null}
      </div>
    </CardBody>
  );
}

function UploadForm({ onChoose }: { onChoose: (file: File | null) => void }) {
  const { t } = useTranslation("profile");
  const megabytes = Math.floor(UPLOAD_MAX_BYTES / 1024 ** 2);
  const megapixels = AVATAR_MAX_PIXELS / 1_000_000;
  return (
    <ActionForm
      intent="change-avatar"
      action="#avatar"
      hasFile
      schema={() => import("~/domain/forms/profile").then((forms) => forms.avatarForm)}
    >
      <FileField
        name="avatar"
        label={t("avatar.label")}
        hint={t("avatar.hint", { megabytes, megapixels })}
        accept={AVATAR_TYPES}
        onChoose={onChoose}
      />
      <SubmitButton variant="secondary" className="justify-self-start">
        {t("avatar.submit")}
      </SubmitButton>
    </ActionForm>
  );
}

/** A preview of the chosen file before its upload. `src` is null for a file that the form will reject. */
function usePreview() {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => () => (src === null ? undefined : URL.revokeObjectURL(src)), [src]);
  return {
    src,
    show(file: File | null): void {
      setSrc(file && canBePicture(file) ? URL.createObjectURL(file) : null);
    },
    clear: () => setSrc(null),
  };
}

function canBePicture({ type, size }: File): boolean {
  return AVATAR_TYPES.some((accepted) => accepted === type) && size <= UPLOAD_MAX_BYTES;
}
