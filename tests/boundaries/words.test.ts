/** One word for one thing: names that were given up stay out of the code, so that no second word for a thing comes back. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSources, ROOT } from "./sources";

/** By what stands in their place. Exact names: "usage" of memory, "network" of a computer and "event" stay words. */
const GIVEN_UP: Record<string, readonly string[]> = {
  "a provider event": [
    "WebhookEventRow",
    "webhookEventEntity",
    "receiveWebhookEvent",
    "WEBHOOK_STATUSES",
    "WebhookStatus",
  ],
  "an account event": ["recordWebhookEvent", "WebhookEventData", "WEBHOOK_EVENTS", "recordEventFor"],
  "a tracked event": [
    "recordUsage",
    "recordUsageAfter",
    "recordAuditedUsage",
    "UsageEvent",
    "readUsageEvents",
  ],
  "a change set": ["planIntent", "planPaidChange"],
  "syncFromProvider, and syncSeats": ["syncAccount"],
  "applyPlanChange, preparePlanChange and prepareSeatChange": ["prepareChange"],
  "a user": ["PERSON_FILTERS", "PERSON_SORTS", "personShape", "readPeople", "usePeople", "FoundPerson"],
  "a test user": ["makePerson", "makeVerifiedPerson", "signUpPerson"],
  "API calls that a plan counts": [
    ...["UsageDayRow", "usageDayEntity", "UsageBatchRow", "usageBatchEntity", "UsageDifferenceRow"],
    ...["usageDifferenceEntity", "UsageView", "UsagePeriod", "getUsagePeriod", "USAGE_PERIOD_DAYS"],
    ...["reportUsage", "sumUsage", "BilledUsage", "startUsage", "UsageCounter", "countCall", "compareUsage"],
    ...["compareAccountUsage", "createUsageReportJob", "checkUsageReports", "UsageMeter", "USAGE_FLUSH_MS"],
  ],
  "an avatar": [
    ...["PictureFault", "openPictures", "openPictureFiles", "pictureProgram", "reencodePicture"],
    ...["servePictures", "tidyPictures", "listMissingPictures", "missingPictures", "checkPictures"],
  ],
  "an audit entry": [
    ...["readActivity", "readSupportActivity", "toActivityEntry", "activityShape", "ActivityList"],
    ...["ListedActivity", "ACTIVITY_PAGE_SIZE", "SUPPORT_ACTIVITY_SHOWN"],
  ],
  "createSession stores a row, issueSession adds its token, startSession the reply": [
    "startSessionIn",
    "toStartedSession",
    "StartedSession",
  ],
  "started, again, previous, next to": [
    ...["hasBegun", "hasFreePlanBegun", "findBegunPlan", "createBegunMail", "toFormerRole", "isFormer"],
    ...["keepFormer", "closeFormer", "endFormer", "checkFormerSecret", "FORMER_NAMES", "formerUserId"],
    ...[
      "isMeant",
      "isMeantAsKey",
      "isLeft",
      "isLeftOut",
      "isKept",
      "pickGiven",
      "signUpAnew",
      "beside_bearer",
    ],
  ],
  "an identity provider": [
    ...[
      "NETWORKS",
      "NETWORK_NAMES",
      "isNetwork",
      "NetworkKeys",
      "NetworkState",
      "SocialNetwork",
      "SocialNetworks",
    ],
    ...[
      "SocialProfile",
      "SocialError",
      "createNetworks",
      "listNetworkStates",
      "getNetworkState",
      "signInByNetwork",
    ],
    ...["redirectToNetwork", "authenticateNetwork", "NetworkButtons", "NetworksCard", "checkNetworkKeys"],
    ...["createSocialSessionStorage", "socialCallback", "startSocialSandbox", "socialSandbox"],
  ],
  "a user's identity at a provider": [
    ...["socialLoginEntity", "SocialLoginRow", "findSocialLogin", "listSocialLogins", "createSocialLogin"],
  ],
  "the commit wakes the jobs": ["createJobHandles", "JobHandle"],
  "a viewer by a key": ["buildStandInSession"],
};

test("names that were given up are in no file", () => {
  const names = Object.values(GIVEN_UP).flat();
  const known = new RegExp(`(?<![\\w$])(${names.join("|")})(?![\\w$])`, "g");
  const sources = listSources().filter((file) => !file.endsWith("words.test.ts"));
  const found = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(known)].map(([name]) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
