/** /api/*: every operation, found by its method and path. */
import { handleApi } from "~/http/api.server";

export const loader = handleApi;
export const action = handleApi;
