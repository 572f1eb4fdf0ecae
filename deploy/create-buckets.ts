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

// Browsers upload by signed links, from pages of another origin than the store's.
const corsRule = {
  AllowedOrigins: [new URL(env.PUBLIC_URL).origin],
  AllowedMethods: ['GET', 'HEAD', 'PUT'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
}

/**
 * When former versions end: as many days as backups are kept by default. Parts of uploads that nobody
 * completed end as well.
 */
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
 * Makes the two buckets, where they are missing, and lets the pages upload to them. What it makes keeps former versions; the rules of a
 * bucket that is there are its operator's (docs/operations/restore.md, Files of the object store).
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
        // Some stores have one rule for all buckets, set where they are started.
        (error: Error) => `keeps the store's own rule for other origins (${error.name})`,
      )
    const versions = (await hasVersions(client, Bucket)) ? 'keeps' : 'does not keep'
    console.log(`Bucket ${Bucket} is there, ${allowed}, and ${versions} former versions.`)
  }
  client.destroy()
}

/** Only a store that says 404 has no such bucket. One that cannot be looked at may be there, with rules of its operator. */
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

/** Without an end, what a person had erased would live on: where a store has no such rule, it keeps no versions either. */
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
