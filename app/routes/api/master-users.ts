/** /api/master/users: people, for masters. */
import { apiAction, apiLoader } from "~/http/api.server";
import { listPeople } from "~/services/master.server";

export const loader = apiLoader(listPeople);
export const action = apiAction();
