/** Asks for the token of setup: for a browser that did not open the printed link. */
import { PRODUCT_NAME } from "~/domain/product";
import { PasswordField } from "../form/fields";
import { Button } from "../kit/button";
import { Card, CardBody } from "../kit/card";
import { Notice } from "../kit/notice";
import { useTexts } from "../use-texts";

/** It leads to the same URL as the printed link, as a plain form. `error` is what was wrong with the last token. */
export function TokenForm({ error }: { error: string | null }) {
  const { t } = useTexts("setup");
  return (
    <Card className="mx-auto w-full max-w-md">
      <CardBody isAlone className="grid gap-4">
        <h1>{t("token.title", { product: PRODUCT_NAME })}</h1>
        <p className="text-muted">{t("token.explanation")}</p>
        {error === null ? null : <Notice tone="bad">{error}</Notice>}
        <form method="get" className="grid gap-4">
          <PasswordField
            name="token"
            label={t("token.label")}
            hint={t("token.hint")}
            autoComplete="current-password"
          />
          <Button type="submit" variant="primary" isBlock>
            {t("token.submit")}
          </Button>
        </form>
      </CardBody>
    </Card>
  );
}
