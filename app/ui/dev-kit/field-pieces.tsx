/** /dev/kit: the fields that take a text, a number, a file or a date. */
import type { ComponentType } from "react";
import { AVATAR_TYPES } from "~/domain/avatars";
import { CodeField } from "../form/code-field";
import { DateTimeField } from "../form/date-time-field";
import { DateField } from "../form/date-field";
import {
  EmailField,
  NumberField,
  PasswordField,
  PhoneField,
  TextField,
  UrlField,
  type TextFieldProps,
} from "../form/fields";
import { FileField } from "../form/file-field";
import { NewPasswordField } from "../form/new-password-field";
import { TextareaField } from "../form/textarea-field";
import { useTexts } from "../use-texts";
import { WithErrors, WRONG } from "./kit-errors";
import { KitSection, Piece, State } from "./kit-frame";

export function FieldPieces() {
  return (
    <KitSection name="fields">
      <LinePiece name="TextField" Line={TextField} value="Grace Hopper" />
      <LinePiece name="EmailField" Line={EmailField} value="grace@example.com" />
      <LinePiece name="NumberField" Line={NumberField} value="-12.5" />
      <LinePiece name="PhoneField" Line={PhoneField} value="+34 600 123 456" />
      <LinePiece name="UrlField" Line={UrlField} value="https://example.com/hooks" />
      <LinePiece name="TextareaField" Line={TextareaField} value="Grace Hopper" />
      <PasswordPieces />
      <DatePiece />
      <DateTimePiece />
      <CodePiece />
      <FilePiece />
    </KitSection>
  );
}

interface LinePieceProps {
  name: string;
  Line: ComponentType<Pick<TextFieldProps, "name" | "label" | "hint" | "isRequired" | "defaultValue">>;
  value: string;
}

function LinePiece({ name, Line, value }: LinePieceProps) {
  const { t } = useTexts("kit");
  const field = { name: "right", label: t("sample.label") };
  return (
    <Piece name={name}>
      <State state="default">
        <Line {...field} hint={t("sample.hint")} />
      </State>
      <State state="filled">
        <Line {...field} defaultValue={value} isRequired={false} />
      </State>
      <State state="focus">
        <Line {...field} />
      </State>
      <State state="error">
        <WithErrors>
          <Line {...field} name={WRONG} />
        </WithErrors>
      </State>
      <State state="disabled">
        <fieldset disabled>
          <Line {...field} defaultValue={value} />
        </fieldset>
      </State>
      <State state="long">
        <Line name="right" label={t("sample.long")} hint={t("sample.long")} defaultValue={t("sample.long")} />
      </State>
    </Piece>
  );
}

function PasswordPieces() {
  const { t } = useTexts("kit");
  const field = { name: "right", label: t("sample.password") };
  return (
    <>
      <Piece name="PasswordField">
        <State state="default">
          <PasswordField {...field} autoComplete="current-password" />
        </State>
        <State state="error">
          <WithErrors>
            <PasswordField {...field} name={WRONG} autoComplete="current-password" />
          </WithErrors>
        </State>
      </Piece>
      <Piece name="NewPasswordField">
        <State state="default">
          <NewPasswordField {...field} />
        </State>
        <State state="error">
          <WithErrors>
            <NewPasswordField {...field} name={WRONG} />
          </WithErrors>
        </State>
      </Piece>
    </>
  );
}

function DatePiece() {
  const { t } = useTexts("kit");
  const label = t("sample.date");
  return (
    <Piece name="DateField">
      <State state="empty">
        <DateField name="right" label={label} isRequired={false} />
      </State>
      <State state="filled">
        <DateField name="right" label={label} defaultValue="2026-02-14" />
      </State>
      <State state="error">
        <WithErrors>
          <DateField name={WRONG} label={label} />
        </WithErrors>
      </State>
    </Piece>
  );
}

function DateTimePiece() {
  const { t } = useTexts("kit");
  const label = t("sample.date");
  return (
    <Piece name="DateTimeField">
      <State state="empty">
        <DateTimeField name="right" label={label} isRequired={false} />
      </State>
      <State state="filled">
        <DateTimeField name="right" label={label} defaultValue="2026-02-14T09:30:00.000Z" />
      </State>
      <State state="error">
        <WithErrors>
          <DateTimeField name={WRONG} label={label} />
        </WithErrors>
      </State>
    </Piece>
  );
}

function CodePiece() {
  const { t } = useTexts("kit");
  return (
    <Piece name="CodeField" isWide>
      <State state="default">
        <CodeField name="right" label={t("sample.code")} />
      </State>
      <State state="error">
        <WithErrors>
          <CodeField name={WRONG} label={t("sample.code")} />
        </WithErrors>
      </State>
    </Piece>
  );
}

function FilePiece() {
  const { t } = useTexts("kit");
  const file = { label: t("sample.choose_file"), accept: AVATAR_TYPES };
  return (
    <Piece name="FileField">
      <State state="default">
        <FileField {...file} name="right" hint={t("sample.hint")} />
      </State>
      <State state="error">
        <WithErrors>
          <FileField {...file} name={WRONG} />
        </WithErrors>
      </State>
    </Piece>
  );
}
