/** The role of a member as radio buttons, each with what the role may do. */
import { ASSIGNABLE_ROLES, type Role } from "~/domain/roles";
import { RadioField } from "../form/choice-fields";
import { useTexts } from "../use-texts";

/** The roles that can be assigned. The owner's is not among them. */
export function RoleChoice({ defaultValue }: { defaultValue: Role }) {
  const { t } = useTexts("team");
  return (
    <RadioField
      name="permission"
      label={t("role_label")}
      defaultValue={defaultValue}
      options={ASSIGNABLE_ROLES.map((role) => ({
        value: role,
        label: t(`role.${role}`),
        hint: t(`role_allows.${role}`),
      }))}
    />
  );
}
