import { mkdirSync } from 'node:fs'
import S3rver from '@20minutes/s3rver'

const { S3_PORT, S3_DIRECTORY = '', S3_BUCKETS = '' } = process.env

// Browsers put and get files from the pages' own origin, which is another one than the store's.
const cors = `<CORSConfiguration><CORSRule>
  <AllowedOrigin>*</AllowedOrigin><AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>
  <AllowedMethod>GET</AllowedMethod><AllowedMethod>HEAD</AllowedMethod><AllowedMethod>PUT</AllowedMethod>
</CORSRule></CORSConfiguration>`

mkdirSync(S3_DIRECTORY, { recursive: true })
const store = new S3rver({
  address: '127.0.0.1',
  port: Number(S3_PORT),
  directory: S3_DIRECTORY,
  silent: true,
  configureBuckets: S3_BUCKETS.split(',').map((name) => ({ name, configs: [cors] })),
})
await store.run()

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
