/** The user's avatar: shown, replaced, removed. */
import { AVATAR_TYPES } from "~/domain/avatars";
import { AVATAR_MAX_PIXELS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import { ActionForm, SubmitButton } from "../form/action-form";
import { FileField } from "../form/file-field";
import { Avatar } from "../kit/avatar";
import { useTexts } from "../use-texts";
import { EditRow } from "./edit-row";
import { usePreview } from "./use-preview";

interface AvatarRowProps {
  name: string;
  avatar: string | null;
  /** Only verified users may upload an avatar. */
  isVerified: boolean;
}

export function AvatarRow({ name, avatar, isVerified }: AvatarRowProps) {
  const { t } = useTexts("profile");
  return (
    <EditRow
      // A new avatar resets the form, so that the file field is empty.
      key={avatar}
      id="avatar"
      intent="change-avatar"
      label={t("avatar.title")}
      value={<Avatar name={name} src={avatar} />}
      hint={t("avatar.description")}
    >
      <AvatarBody name={name} avatar={avatar} isVerified={isVerified} />
    </EditRow>
  );
}

function AvatarBody({ name, avatar, isVerified }: AvatarRowProps) {
  const { t } = useTexts("profile");
  const preview = usePreview();
  return (
    <div className="flex flex-wrap gap-6">
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
    </div>
  );
}

function UploadForm({ onChoose }: { onChoose: (file: File | null) => void }) {
  const { t } = useTexts("profile");
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
