/** /api/master/users: people, for masters. */
import { apiAction, apiLoader } from "~/http/api.server";
import { listPeople } from "~/services/master/mission-control.server";

export const loader = apiLoader(listPeople);
export const action = apiAction();
