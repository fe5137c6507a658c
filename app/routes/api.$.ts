/** /api/*: runs the operation of the method and path. */
import { handleApi } from "~/http/api.server";

export const loader = handleApi;
export const action = handleApi;
