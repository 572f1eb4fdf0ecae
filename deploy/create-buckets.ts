import {
  CreateBucketCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  NotFound,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { settingRules } from '#lib/contract/settings/constants.ts'
import { env } from '#lib/core/env.ts'

// Allows pages to upload: the store has another origin.
const corsRule = {
  AllowedOrigins: [new URL(env.PUBLIC_URL).origin],
  AllowedMethods: ['GET', 'HEAD', 'PUT'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
}

/** Retains former versions of files as long as backups. Ends incomplete uploads. */
const lifecycle = {
  Rules: [
    {
      ID: 'former',
      Status: 'Enabled' as const,
      Filter: {},
      NoncurrentVersionExpiration: { NoncurrentDays: settingRules.backup_days_kept.default },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
    },
  ],
}

/**
 * Creates missing buckets with versioning, and allows uploads. An existing bucket's rules are the operator's
 * (docs/operations/restore.md, Files of the object store).
 */
async function createBuckets(): Promise<void> {
  const client = new S3Client({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  for (const Bucket of [env.S3_MEDIA_BUCKET, env.S3_PRIVATE_BUCKET]) {
    if (!(await isThere(client, Bucket))) {
      await client.send(new CreateBucketCommand({ Bucket }))
      await keepFormerVersions(client, Bucket)
    }
    const allowed = await client
      .send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [corsRule] } }))
      .then(
        () => 'takes uploads from the pages',
        // Some stores refuse this, because they have one rule for all buckets.
        (error: Error) => `keeps the store's own rule for other origins (${error.name})`,
      )
    const versions = (await hasVersions(client, Bucket)) ? 'keeps' : 'does not keep'
    console.log(`Bucket ${Bucket} is there, ${allowed}, and ${versions} former versions.`)
  }
  client.destroy()
}

/** Only a 404 means that the bucket does not exist. */
function isThere(client: S3Client, Bucket: string): Promise<boolean> {
  return client.send(new HeadBucketCommand({ Bucket })).then(
    () => true,
    (error: Error) => {
      if (error instanceof NotFound) return false
      throw new Error(`It cannot be seen whether the bucket ${Bucket} is there: ${error.message}`, {
        cause: error,
      })
    },
  )
}

/**
 * Sets the expiry of former versions first: without it, versions would retain erased data, so versioning
 * stays off.
 */
async function keepFormerVersions(client: S3Client, Bucket: string): Promise<void> {
  try {
    const rules = { Bucket, LifecycleConfiguration: lifecycle }
    await client.send(new PutBucketLifecycleConfigurationCommand(rules))
    const VersioningConfiguration = { Status: 'Enabled' as const }
    await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }))
  } catch (error) {
    console.log(
      `Bucket ${Bucket} takes no rule for former versions (${error instanceof Error ? error.name : error}).`,
    )
  }
}

function hasVersions(client: S3Client, Bucket: string): Promise<boolean> {
  return client.send(new GetBucketVersioningCommand({ Bucket })).then(
    ({ Status }) => Status === 'Enabled',
    () => false,
  )
}

await createBuckets()
