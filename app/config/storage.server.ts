/** The setting of a bucket for the product's files: STORAGE_URL. */
import * as z from "zod";
import type { BucketPlace } from "~/gateways/files/file-store";

const DEFAULT_REGION = "us-east-1";
/** The names of buckets that S3 allows. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Nothing that a URL writes in another way. */
const FOLDER = /^[\w./-]*$/;
const EXAMPLE = "s3://bucket/folder?region=eu-central-1&endpoint=https://s3.example.com";

/** It holds no secret, so that it can be shown: the client reads the keys from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
export const storageSettings = {
  STORAGE_URL: z
    .string()
    .refine((url) => readBucketPlace(url) !== null, `must be like ${EXAMPLE}, without a key in it`)
    .optional(),
};

/** Null when it is no URL of a bucket. */
export function readBucketPlace(text: string): BucketPlace | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { region = DEFAULT_REGION, endpoint = null, ...unknown } = Object.fromEntries(url.searchParams);
  const isUnknown = url.protocol !== "s3:" || url.username !== "" || url.hash !== "" || url.port !== "";
  if (isUnknown || !BUCKET.test(url.hostname) || Object.keys(unknown).length > 0) return null;
  if (endpoint !== null && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ""))
    return null;
  const folder = url.pathname.replace(/^\/+|\/+$/g, "");
  if (!FOLDER.test(folder)) return null;
  return { bucket: url.hostname, prefix: folder === "" ? "" : `${folder}/`, region, endpoint };
}
