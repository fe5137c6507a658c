/** /api/user/export: one's own data. */
import { apiAction, apiLoader } from "~/http/api.server";
import { exportUser } from "~/services/profile/export.server";

export const loader = apiLoader(exportUser);
export const action = apiAction();
