import { CreateBucketCommand, HeadBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { env } from '#lib/core/env.ts'

// Browsers upload by signed links, from pages of another origin than the store's.
const corsRule = {
  AllowedOrigins: [new URL(env.PUBLIC_URL).origin],
  AllowedMethods: ['GET', 'HEAD', 'PUT'],
  AllowedHeaders: ['*'],
  ExposeHeaders: ['ETag'],
}

/** Makes the two buckets, where they are missing, and lets the pages upload to them. */
async function createBuckets(): Promise<void> {
  const client = new S3Client({
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  for (const Bucket of [env.S3_MEDIA_BUCKET, env.S3_PRIVATE_BUCKET]) {
    const exists = await client.send(new HeadBucketCommand({ Bucket })).then(
      () => true,
      () => false,
    )
    if (!exists) await client.send(new CreateBucketCommand({ Bucket }))
    const allowed = await client
      .send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [corsRule] } }))
      .then(
        () => 'takes uploads from the pages',
        // Some stores have one rule for all buckets, set where they are started.
        (error: Error) => `keeps the store's own rule for other origins (${error.name})`,
      )
    console.log(`Bucket ${Bucket} is there and ${allowed}.`)
  }
  client.destroy()
}

await createBuckets()
