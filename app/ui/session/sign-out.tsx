/** The way out of a page that has no menu. */
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";

export function SignOut() {
  const { t } = useTranslation("layout");
  return (
    <PostForm action={paths.signOut}>
      <Button type="submit" variant="quiet" isBlock>
        {t("menu.signout")}
      </Button>
    </PostForm>
  );
}
