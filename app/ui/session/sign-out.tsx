/** The button to sign out, for pages without a menu. */
import { paths } from "~/domain/paths";
import { PostForm } from "../form/post-form";
import { Button } from "../kit/button";
import { useTexts } from "../use-texts";

export function SignOut() {
  const { t } = useTexts("layout");
  return (
    <PostForm action={paths.signOut}>
      <Button type="submit" variant="quiet" isBlock>
        {t("menu.signout")}
      </Button>
    </PostForm>
  );
}
