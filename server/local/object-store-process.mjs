import { mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'

const { S3_PORT, S3_DIRECTORY = '', S3_BUCKETS = '' } = process.env

// Lets pages of another origin upload and read files.
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

// s3rver deletes an emptied folder, with files that another write adds meanwhile. `.kept` keeps the folder;
// no listing shows this file.
const deleteObject = store.store.deleteObject.bind(store.store)
store.store.deleteObject = async (bucket, key) => {
  // Writing fails if the object's folder does not exist.
  await writeFile(path.join(S3_DIRECTORY, bucket, path.dirname(key), '.kept'), '').catch(() => null)
  await deleteObject(bucket, key)
}

// s3rver checks a signature but does not require one. A signature is in one of these places.
store.middleware.unshift(async (call, next) => {
  const isSigned =
    'authorization' in call.headers || 'X-Amz-Algorithm' in call.query || 'Signature' in call.query
  // A browser's preflight (OPTIONS) has no signature.
  if (isSigned || call.method === 'OPTIONS') return next()
  const body = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'
  Object.assign(call, { status: 403, type: 'application/xml', body })
})
await store.run()
