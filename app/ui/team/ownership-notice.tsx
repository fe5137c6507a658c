/** The offer of an account's ownership: the admin answers it, the owner can withdraw it. */
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

interface OwnershipNoticeProps {
  kind: "to_me" | "by_me";
  /** The account that is offered to the viewer, or the admin whom the viewer offers it to. */
  name: string;
}

export function OwnershipNotice({ kind, name }: OwnershipNoticeProps) {
  const { t } = useTexts("team");
  if (kind === "by_me") {
    return (
      <Notice
        tone="accent"
        title={t("owner.waiting", { name })}
        action={<Decline label={t("owner.withdraw")} />}
      >
        {t("owner.waiting_text")}
      </Notice>
    );
  }
  return (
    <Notice tone="accent" title={t("owner.offered_to_you", { account: name })} action={<Answers />}>
      {t("owner.offered_to_you_text")}
    </Notice>
  );
}

function Answers() {
  const { t } = useTexts("team");
  return (
    <span className="flex flex-wrap gap-2">
      <Decline label={t("owner.decline")} />
      <PostForm intent="accept-ownership">
        <Button type="submit" size="sm" variant="primary">
          {t("owner.accept")}
        </Button>
      </PostForm>
    </span>
  );
}

function Decline({ label }: { label: string }) {
  return (
    <PostForm intent="decline-ownership">
      <Button type="submit" size="sm">
        {label}
      </Button>
    </PostForm>
  );
}
