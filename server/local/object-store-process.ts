import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
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

// s3rver deletes a folder that a deletion left empty, with whatever another write put there meanwhile. None is empty
// while this lies in it; it is no object, so no listing shows it.
const deleteObject = store.store.deleteObject.bind(store.store)
store.store.deleteObject = async (bucket, key) => {
  const folder = path.join(S3_DIRECTORY, bucket, path.dirname(key))
  // Without the folder there is no object either.
  await writeFile(path.join(folder, '.kept'), '').catch(() => null)
  await deleteObject(bucket, key)
}

// s3rver checks a signature that is there, and asks for none that is not. These are the places where it looks for one.
store.middleware.unshift(async (call, next) => {
  const isSigned =
    'authorization' in call.headers || 'X-Amz-Algorithm' in call.query || 'Signature' in call.query
  // A browser asks without a signature whether it may use the signed link that it has.
  if (isSigned || call.method === 'OPTIONS') return next()
  call.status = 403
  call.type = 'application/xml'
  call.body =
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'
})
await store.run()

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
