/** /api/master/accounts: accounts, for masters. */
import { apiAction, apiLoader } from "~/http/api.server";
import { listCustomers } from "~/services/master/mission-control.server";

export const loader = apiLoader(listCustomers);
export const action = apiAction();
