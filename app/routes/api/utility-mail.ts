/** /api/utility/mail: a message to support. */
import { apiAction, apiLoader } from "~/http/api.server";
import { writeToSupport } from "~/services/support.server";

export const loader = apiLoader();
export const action = apiAction(writeToSupport);
