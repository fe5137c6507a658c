/** The way out of a page that has no menu. */
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Button } from "../kit/button";

export function SignOut() {
  const { t } = useTranslation("layout");
  return (
    <Form method="post" action={paths.signOut}>
      <Button type="submit" variant="quiet" isBlock>
        {t("menu.signout")}
      </Button>
    </Form>
  );
}
