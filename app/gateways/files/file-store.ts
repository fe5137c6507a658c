/** Where the product keeps files of one kind: a folder of this machine, or a bucket that all hosts share. */

export interface FileStore {
  /** For people: the path of the folder, or the URL of the place in the bucket. */
  readonly place: string;
  /** Whether every host sees the same files without sharing a disk. */
  readonly isBucket: boolean;
  /** Keeps the file completely or not at all, and replaces one of the same name. */
  write(name: string, content: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** A missing file is no error. */
  remove(name: string): Promise<void>;
  list(): Promise<StoredFile[]>;
}

export interface StoredFile {
  name: string;
  changedAt: Date;
}

/** Settings of a bucket. Who may use it, the client finds out itself, as from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
export interface BucketPlace {
  bucket: string;
  /** The beginning of the names of all objects: empty, or with a slash at its end. */
  prefix: string;
  region: string;
  /** The server of another provider than Amazon; null: Amazon's own. */
  endpoint: string | null;
}

/** For people: the URL of a folder in the bucket, with a slash at its end. */
export function toBucketUrl({ bucket, prefix }: BucketPlace, folder: string): string {
  return `s3://${bucket}/${prefix}${folder}/`;
}
