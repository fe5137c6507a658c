/** The first step of the introduction: the user's name and avatar and, for its owner, the account's name. */
import { AVATAR_TYPES } from "~/domain/avatars";
import { AVATAR_MAX_PIXELS, UPLOAD_MAX_BYTES } from "~/domain/limits";
import { ActionForm } from "../form/action-form";
import { TextField } from "../form/fields";
import { FileField } from "../form/file-field";
import { Avatar } from "../kit/avatar";
import { usePreview } from "../profile/use-preview";
import { useTexts } from "../use-texts";

interface IntroductionFormProps {
  /** The id of the form, for the wizard's button that sends it. */
  id: string;
  name: string;
  avatar: string | null;
  /** "" until the owner has named it; null for a user who may not name the account. */
  accountName: string | null;
  /** The URL of the next step. */
  next: string;
}

export function IntroductionForm({ id, name, avatar, accountName, next }: IntroductionFormProps) {
  const { t } = useTexts(["welcome", "profile"]);
  const preview = usePreview();
  const megabytes = Math.floor(UPLOAD_MAX_BYTES / 1024 ** 2);
  const megapixels = AVATAR_MAX_PIXELS / 1_000_000;
  return (
    <ActionForm
      id={id}
      intent="introduce"
      hasFile
      className="max-w-md"
      schema={() => import("~/domain/forms/profile").then((forms) => forms.introductionForm)}
    >
      <input type="hidden" name="return_to" value={next} />
      <TextField name="name" label={t("profile:name.label")} defaultValue={name} autoComplete="name" />
      {accountName === null ? null : (
        <TextField
          name="account_name"
          label={t("profile:account.label")}
          hint={t("account_hint")}
          placeholder={t("account_example")}
          defaultValue={accountName}
          autoComplete="organization"
        />
      )}
      <div className="flex items-center gap-4">
        <Avatar
          name={name}
          src={preview.src ?? avatar}
          className="size-14 text-lg"
          onError={preview.src === null ? undefined : preview.clear}
        />
        <FileField
          name="avatar"
          label={t("profile:avatar.label")}
          hint={t("profile:avatar.hint", { megabytes, megapixels })}
          accept={AVATAR_TYPES}
          onChoose={preview.show}
        />
      </div>
    </ActionForm>
  );
}
