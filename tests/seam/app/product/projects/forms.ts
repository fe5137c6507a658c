/** What the forms of projects accept. */
import { createFormSchema, requiredText } from "~/domain/forms/rules";
import { ID_LENGTH } from "~/domain/limits";
import { toMessage } from "~/domain/messages";

/** The most projects of an account. */
export const PROJECTS_MAX = 100;
const NAME_MAX_LENGTH = 100;

const name = () => requiredText(toMessage("projects:name_required"), { max: NAME_MAX_LENGTH });
const id = () => requiredText(undefined, { max: ID_LENGTH });

export const createProjectForm = createFormSchema({ name: name() });

export const renameProjectForm = createFormSchema({ id: id(), name: name() });

export const deleteProjectForm = createFormSchema({ id: id() });
