/** Offers a passkey to a user who has just typed their password, until they put it away. */
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Button, ButtonLink } from "../kit/button";
import { Notice } from "../kit/notice";
import { ReturnTo } from "../layout/language-form";
import { useTexts } from "../use-texts";

const CLOSED = { passkey_offer: "closed" };

export function PasskeyOffer() {
  const { t } = useTexts("dashboard");
  return (
    <Notice
      action={
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.passkeys} size="sm">
            {t("passkey.add")}
          </ButtonLink>
          <PostForm action={paths.preferences} fields={CLOSED} keepsScroll>
            <ReturnTo />
            <Button type="submit" size="sm" variant="quiet">
              {t("passkey.dismiss")}
            </Button>
          </PostForm>
        </div>
      }
    >
      {t("passkey.offer")}
    </Notice>
  );
}
