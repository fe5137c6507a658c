/** /dev/kit: forms. They are real: they choose the theme and the language of this page. */
import { paths } from "~/domain/paths";
import { ActionForm, SubmitButton } from "../form/action-form";
import { RadioField } from "../form/choice-fields";
import { HiddenField } from "../form/hidden-field";
import { PostForm } from "../form/post-form";
import { ReauthenticationField } from "../form/reauthentication-field";
import { Button } from "../kit/button";
import { LanguageForm, ReturnTo } from "../layout/language-form";
import { useRoot } from "../use-page";
import { useTexts } from "../use-texts";
import { WithErrors, WRONG } from "./kit-errors";
import { KitSection, Piece, State } from "./kit-frame";

export function FormPieces() {
  return (
    <KitSection name="forms">
      <Forms />
      <FormParts />
    </KitSection>
  );
}

function Forms() {
  const { t } = useTexts("kit");
  const { theme } = useRoot();
  return (
    <>
      <Piece name="ActionForm">
        <State state="default">
          <ActionForm action={paths.preferences}>
            <ReturnTo />
            <RadioField
              name="dark_mode"
              label={t("theme")}
              defaultValue={String(theme === "dark")}
              options={[
                { value: "false", label: t("light") },
                { value: "true", label: t("dark") },
              ]}
            />
            <SubmitButton className="justify-self-start">{t("sample.save")}</SubmitButton>
          </ActionForm>
        </State>
      </Piece>
      <Piece name="PostForm">
        <State state="default">
          <PostForm action={paths.preferences}>
            <ReturnTo />
            <Button type="submit" name="dark_mode" value={String(theme !== "dark")}>
              {theme === "dark" ? t("light") : t("dark")}
            </Button>
          </PostForm>
        </State>
        <State state="many">
          <LanguageForm
            className="flex gap-4"
            buttonClassName="rounded-sm py-1 text-muted underline-offset-4 hover:underline"
            chosenClassName="font-medium !text-text"
          />
        </State>
      </Piece>
    </>
  );
}

function FormParts() {
  return (
    <>
      <Piece name="ReauthenticationField">
        {(["password", "code", "none"] as const).map((method) => (
          <State key={method} state={method}>
            <ReauthenticationField isRecent={false} method={method} hasPasskey={method === "password"} />
          </State>
        ))}
      </Piece>
      <Piece name="HiddenField">
        <State state="error">
          <WithErrors>
            <HiddenField name={WRONG} value="" />
          </WithErrors>
        </State>
      </Piece>
    </>
  );
}
