/** The role of a member as radio buttons, each with what the role may do. */
import { ASSIGNABLE_ROLES, type AssignableRole, type Role } from "~/domain/roles";
import { RadioField } from "../form/choice-fields";
import { useTexts } from "../use-texts";

export interface RoleChoiceProps {
  /** The role that is chosen at first; none by default. */
  defaultValue?: Role;
  /** What a role would take from the members, as a sentence. */
  losses?: Partial<Record<AssignableRole, string>>;
}

/** The roles that can be assigned. The owner's is not among them. */
export function RoleChoice({ defaultValue, losses = {} }: RoleChoiceProps) {
  const { t } = useTexts("team");
  return (
    <RadioField
      name="permission"
      label={t("role_label")}
      defaultValue={defaultValue}
      options={ASSIGNABLE_ROLES.map((role) => ({
        value: role,
        label: t(`role.${role}`),
        hint: (
          <>
            {t(`role_allows.${role}`)}
            {losses[role] === undefined ? null : <span className="block text-bad"> {losses[role]}</span>}
          </>
        ),
      }))}
    />
  );
}
