/** Every other address under /api: 404 in the API's own words, by any method. */
import { apiUnknown } from "~/http/api.server";

export const loader = apiUnknown;
export const action = apiUnknown;
