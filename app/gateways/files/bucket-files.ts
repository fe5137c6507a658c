/**
 * Files in a bucket that speaks Amazon's S3 API, by Amazon's own client.
 * https://docs.aws.amazon.com/AWSJavaScriptSDK/v3/latest/client/s3/
 */
import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { seconds } from "~/domain/limits";
import { toBucketUrl, type BucketPlace, type FileStore, type StoredFile } from "./file-store";

/** How often the client tries a call, the first time included. */
const BUCKET_ATTEMPTS = 3;
const BUCKET_CONNECT_TIMEOUT_MS = seconds(3);
/** How long one attempt may take. */
const BUCKET_TIMEOUT_MS = seconds(10);

/** A bucket also takes files that are too large for the memory. */
export interface BucketFiles extends FileStore {
  /** Keeps what the stream gives, completely or not at all. */
  upload(name: string, content: Readable, signal?: AbortSignal): Promise<void>;
  /** Null when there is no such file. */
  download(name: string): Promise<Readable | null>;
}

/** Opens the files below `folder` of the bucket, such as "avatars". Its calls throw the client's errors. */
export function openBucketFiles(place: BucketPlace, folder: string): BucketFiles {
  const client = createClient(place);
  const start = `${place.prefix}${folder}/`;
  const toObject = (name: string) => ({ Bucket: place.bucket, Key: start + name });
  const findBody = async (name: string) => {
    const found = await client.send(new GetObjectCommand(toObject(name))).catch(toNullIfMissing);
    return found?.Body ?? null;
  };
  return {
    place: toBucketUrl(place, folder),
    isBucket: true,
    async write(name, content) {
      await client.send(new PutObjectCommand({ ...toObject(name), Body: content }));
    },
    async read(name) {
      const bytes = await (await findBody(name))?.transformToByteArray();
      return bytes ? Buffer.from(bytes) : null;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(toObject(name)));
    },
    list: () => list(client, place.bucket, start),
    async upload(name, content, signal) {
      const upload = new Upload({ client, params: { ...toObject(name), Body: content } });
      const abort = () => void upload.abort();
      signal?.addEventListener("abort", abort, { once: true });
      await upload.done().finally(() => signal?.removeEventListener("abort", abort));
    },
    // In Node the client's body is a stream.
    download: async (name) => (await findBody(name)) as Readable | null,
  };
}

function createClient({ region, endpoint }: BucketPlace): S3Client {
  return new S3Client({
    region,
    // Servers of one's own seldom have a name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Other providers do not all know Amazon's newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: BUCKET_ATTEMPTS,
    requestHandler: { connectionTimeout: BUCKET_CONNECT_TIMEOUT_MS, requestTimeout: BUCKET_TIMEOUT_MS },
  });
}

async function list(client: S3Client, bucket: string, start: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: start }))
    for (const { Key = "", LastModified = new Date(0) } of page.Contents ?? [])
      files.push({ name: Key.slice(start.length), changedAt: LastModified });
  return files;
}

function toNullIfMissing(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw error;
}
