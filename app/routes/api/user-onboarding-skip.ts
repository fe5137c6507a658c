/** /api/user/onboarding/skip: the introduction, skipped. */
import { apiAction, apiLoader } from "~/http/api.server";
import { skipOnboarding } from "~/services/profile/onboarding.server";

export const loader = apiLoader();
export const action = apiAction(skipOnboarding);
