/** The roles that can be given. The owner's is not among them. Spec §5, §6. */
import { useTranslation } from "react-i18next";
import { ASSIGNABLE_ROLES, type Role } from "~/domain/roles";
import { SelectField } from "../form/select-field";

export function RoleField({ defaultValue, hint }: { defaultValue: Role; hint?: string }) {
  const { t } = useTranslation("team");
  return (
    <SelectField
      name="permission"
      label={t("role_label")}
      hint={hint}
      defaultValue={defaultValue}
      options={ASSIGNABLE_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
    />
  );
}
