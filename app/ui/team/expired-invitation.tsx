/** The page of an expired invitation: who sent it, for which account, and how to ask for a new one. */
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { Notice } from "../kit/notice";
import { TextLink } from "../kit/text-link";
import { TimeInText } from "../kit/time";
import { AuthLayout } from "../layout/auth-layout";
import { useTexts } from "../use-texts";

interface ExpiredInvitationProps {
  /** The link's token. */
  token: string;
  /** The email that the invitation was sent to. */
  email: string;
  account: string;
  inviter: string;
  /** ISO 8601. */
  expiredAt: string;
  /** False for a day after the reader has asked for a new one. */
  canAsk: boolean;
}

export default function ExpiredInvitation({
  token,
  email,
  expiredAt,
  canAsk,
  ...names
}: ExpiredInvitationProps) {
  const { t } = useTexts("team");
  return (
    <AuthLayout
      title={t("join.expired_title")}
      below={<TextLink to={paths.signIn}>{t("join.to_sign_in")}</TextLink>}
    >
      <p className="break-words">
        <TimeInText iso={expiredAt}>{(date) => t("join.expired_text", { ...names, date })}</TimeInText>
      </p>
      {canAsk ? (
        <PostForm intent="ask" fields={{ invite_id: token, email }} action={paths.joinWith(token, email)}>
          <Button type="submit" variant="primary" isBlock>
            {t("join.ask")}
          </Button>
        </PostForm>
      ) : (
        <Notice tone="good">{t("join.asked_today", { email })}</Notice>
      )}
    </AuthLayout>
  );
}
