import { describe, expect, test } from "vitest";
import { readBucketPlace } from "./storage.server";

describe("STORAGE_URL", () => {
  test("STORAGE_URL names a bucket, and a folder, region and endpoint in any order", () => {
    expect(readBucketPlace("s3://files")).toEqual({
      bucket: "files",
      prefix: "",
      region: "us-east-1",
      endpoint: null,
    });
    const url = "s3://acme.files/a/b/?endpoint=https://s3.example.com:9000&region=fsn1";
    expect(readBucketPlace(url)).toEqual({
      bucket: "acme.files",
      prefix: "a/b/",
      region: "fsn1",
      endpoint: "https://s3.example.com:9000",
    });
  });

  test.each([
    "files",
    "https://files",
    "s3://",
    "s3://Files_1",
    "s3://key:secret@files",
    "s3://files:9000",
    "s3://files?regoin=fsn1",
    "s3://files?endpoint=s3.example.com",
    "s3://files?endpoint=ftp://s3.example.com",
    "s3://files#a",
    "s3://files/%",
  ])("%s is refused", (text) => {
    expect(readBucketPlace(text)).toBeNull();
  });
});
