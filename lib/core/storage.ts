import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'

/** Objects of `private` open only through signed links. */
export type Bucket = 'media' | 'private'

export type StoredAt = { bucket: Bucket; key: string }

/** Size in bytes. */
export type ObjectHead = { size: number; contentType: string | undefined }

const client = processSingleton('object-store', () => openClient(env.S3_ENDPOINT))
// A signature is valid for one host, and browsers may use another.
const signer = processSingleton('object-store-signer', () =>
  openClient(env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT),
)

/** Timeouts in ms. STILL_MS is long, because a restore may pause a stream while it builds indexes. */
const CONNECT_MS = 5_000
const STILL_MS = 30 * 60 * 1_000

function openClient(endpoint: string): S3Client {
  const opened = new S3Client({
    endpoint,
    region: env.S3_REGION,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
    // A silent store would otherwise block the caller, and soon all jobs of a worker.
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: env.S3_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STILL_MS,
    },
    // A checksum in a signed link would force the browser to send one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // Stores verify a bucket's address without the trailing slash that the library writes.
  opened.middlewareStack.add(
    (next) => (args) => {
      if (hasPath(args.request)) args.request.path = args.request.path.replace(/(?<=.)\/$/, '')
      return next(args)
    },
    { step: 'build', name: 'bucketsWithoutSlash' },
  )
  return opened
}

function hasPath(request: unknown): request is { path: string } {
  return (
    typeof request === 'object' && request !== null && 'path' in request && typeof request.path === 'string'
  )
}

function place({ bucket, key }: StoredAt) {
  return { Bucket: bucket === 'media' ? env.S3_MEDIA_BUCKET : env.S3_PRIVATE_BUCKET, Key: key }
}

/** `cacheControl` is sent with each read. */
export async function putObject(
  at: StoredAt,
  content: { body: Uint8Array; contentType: string; cacheControl?: string },
): Promise<void> {
  await client.get().send(
    new PutObjectCommand({
      ...place(at),
      Body: content.body,
      ContentLength: content.body.byteLength,
      ContentType: content.contentType,
      CacheControl: content.cacheControl,
    }),
  )
}

export async function headObject(at: StoredAt): Promise<ObjectHead | null> {
  try {
    const head = await client.get().send(new HeadObjectCommand(place(at)))
    return { size: head.ContentLength ?? 0, contentType: head.ContentType }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/** Returns fewer bytes if the object is smaller; empty if there is none. */
export async function readObjectStart(at: StoredAt, length: number): Promise<Uint8Array> {
  const head = await headObject(at)
  const wanted = Math.min(length, head?.size ?? 0)
  if (wanted === 0) return new Uint8Array()
  const range = new GetObjectCommand({ ...place(at), Range: `bytes=0-${wanted - 1}` })
  // A store without range support sends the whole object.
  return (await readBytes(range)).subarray(0, wanted)
}

const AT_ONCE_SECONDS = 60

/**
 * Returns the store's response as a stream to pass on. The request is signed.
 * @param headers request headers, such as Range
 */
export async function askForObject(
  at: StoredAt,
  method: 'GET' | 'HEAD',
  headers: Record<string, string>,
): Promise<Response> {
  const command = method === 'GET' ? new GetObjectCommand(place(at)) : new HeadObjectCommand(place(at))
  const link = await getSignedUrl(client.get(), command, { expiresIn: AT_ONCE_SECONDS })
  // Next's fetch copies each response, which could then not be aborted; with a signal it does not.
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new Error('The object store does not answer.')),
    env.S3_TIMEOUT_MS,
  )
  return fetch(link, {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
    cache: 'no-store',
    signal: timeout.signal,
  }).finally(() => clearTimeout(timer))
}

/** The whole object; empty if there is no object. */
export function readObject(at: StoredAt): Promise<Uint8Array> {
  return readBytes(new GetObjectCommand(place(at)))
}

async function readBytes(command: GetObjectCommand): Promise<Uint8Array> {
  try {
    const { Body } = await client.get().send(command)
    return (await Body?.transformToByteArray()) ?? new Uint8Array()
  } catch (error) {
    if (error instanceof NoSuchKey) return new Uint8Array()
    throw error
  }
}

/**
 * Copies an object inside the store; replaces an existing one.
 * @returns false if the source does not exist
 */
export async function copyObject(
  from: StoredAt,
  to: StoredAt,
  content: { contentType: string; cacheControl?: string },
): Promise<boolean> {
  const source = place(from)
  const command = new CopyObjectCommand({
    ...place(to),
    CopySource: `${source.Bucket}/${encodeURI(source.Key)}`,
    MetadataDirective: 'REPLACE',
    ContentType: content.contentType,
    CacheControl: content.cacheControl,
  })
  try {
    await client.get().send(command)
    return true
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return false
    // SeaweedFS reports a missing source with this code.
    const isArgument = error instanceof S3ServiceException && error.name === 'InvalidArgument'
    if (isArgument && (await headObject(from)) === null) return false
    throw error
  }
}

/** Joins objects in order. Every part but the last must have at least 5 MiB. @throws if a part is missing */
export async function joinObjects(
  parts: readonly StoredAt[],
  to: StoredAt,
  contentType: string,
  cacheControl?: string,
): Promise<void> {
  const store = client.get()
  const { UploadId } = await store.send(
    new CreateMultipartUploadCommand({ ...place(to), ContentType: contentType, CacheControl: cacheControl }),
  )
  const upload = { ...place(to), UploadId }
  try {
    const Parts = await Promise.all(
      parts.map(async (part, index) => {
        const source = place(part)
        const copied = await store.send(
          new UploadPartCopyCommand({
            ...upload,
            PartNumber: index + 1,
            CopySource: `${source.Bucket}/${encodeURI(source.Key)}`,
          }),
        )
        return { PartNumber: index + 1, ETag: copied.CopyPartResult?.ETag }
      }),
    )
    await store.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
  } catch (error) {
    // Errors are ignored, because the local store cannot abort.
    await store.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/** Returns null if there is no object. The caller must destroy a stream that it does not read to the end. */
export async function streamObject(at: StoredAt): Promise<Readable | null> {
  try {
    const { Body } = await client.get().send(new GetObjectCommand(place(at)))
    return Body instanceof Readable ? Body : null
  } catch (error) {
    if (error instanceof NoSuchKey) return null
    throw error
  }
}

const PART_BYTES = 16 * 1024 * 1024

/** Stores a stream larger than the memory. On failure no object is left. */
export async function putStream(at: StoredAt, body: Readable, contentType: string): Promise<void> {
  const upload = new Upload({
    client: client.get(),
    params: { ...place(at), Body: body, ContentType: contentType },
    partSize: PART_BYTES,
    queueSize: 2,
  })
  try {
    await upload.done()
  } catch (error) {
    const cause = body.errored ?? error
    // Tells the writer that nobody reads on.
    body.destroy(error instanceof Error ? error : new Error(String(error)))
    throw cause
  }
}

export async function listKeys(at: StoredAt): Promise<string[]> {
  const keys: string[] = []
  for await (const page of listPages(at)) keys.push(...page.map(({ key }) => key))
  return keys
}

/** Yields up to a thousand objects at a time. Uses markers: the local store lacks the newer call. */
export async function* listPages({
  bucket,
  key: prefix,
}: StoredAt): AsyncGenerator<{ key: string; size: number }[]> {
  const { Bucket } = place({ bucket, key: '' })
  let last: string | undefined
  for (let more = true; more; ) {
    const page = await client.get().send(new ListObjectsCommand({ Bucket, Prefix: prefix, Marker: last }))
    const found = (page.Contents ?? []).flatMap(({ Key, Size }) =>
      Key === undefined ? [] : [{ key: Key, size: Size ?? 0 }],
    )
    if (found.length > 0) yield found
    last = found.at(-1)?.key
    more = page.IsTruncated === true && last !== undefined
  }
}

export async function deleteObject(at: StoredAt): Promise<void> {
  await client.get().send(new DeleteObjectCommand(place(at)))
}

/**
 * @param expiresIn seconds
 * @param cacheControl overrides the stored value
 */
export function signGet(at: StoredAt, expiresIn: number, cacheControl?: string): Promise<string> {
  const command = new GetObjectCommand({ ...place(at), ResponseCacheControl: cacheControl })
  return getSignedUrl(signer.get(), command, { expiresIn })
}

/** The link stores one object of exactly that type and size. @param expiresIn seconds */
export function signPut(
  at: StoredAt,
  content: { contentType: string; contentLength: number },
  expiresIn: number,
): Promise<string> {
  const command = new PutObjectCommand({
    ...place(at),
    ContentType: content.contentType,
    ContentLength: content.contentLength,
  })
  // Without this list the signer omits the type.
  return getSignedUrl(signer.get(), command, {
    expiresIn,
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  })
}

export function closeStorage(): void {
  client.drop()?.destroy()
  signer.drop()?.destroy()
}
