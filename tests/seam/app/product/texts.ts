/**
 * The founder's own texts, from the files in texts/en/: `{ projects: typeof projects; common: typeof common }`. A file with the
 * name of a file of app/i18n/en/ adds to it, as common.json adds to `nav`.
 */
import type activity from "./texts/en/activity.json";
import type common from "./texts/en/common.json";
import type keys from "./texts/en/keys.json";
import type mail from "./texts/en/mail.json";
import type master from "./texts/en/master.json";
import type profile from "./texts/en/profile.json";
import type projects from "./texts/en/projects.json";

export interface OwnTexts {
  activity: typeof activity;
  common: typeof common;
  keys: typeof keys;
  mail: typeof mail;
  master: typeof master;
  profile: typeof profile;
  projects: typeof projects;
}
