/** /api/demo: the dashboard's sample figures. */
import { apiAction, apiLoader } from "~/http/api.server";
import { getDemo } from "~/services/demo.server";

export const loader = apiLoader(getDemo);
export const action = apiAction();
