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

/** `media` is public; `private` holds documents, which only signed links open. */
export type Bucket = 'media' | 'private'

/** The bucket and the key of an object. */
export type StoredAt = { bucket: Bucket; key: string }

/** The size of an object in bytes, and the type that it was stored with. */
export type ObjectHead = { size: number; contentType: string | undefined }

const client = processSingleton('object-store', () => openClient(env.S3_ENDPOINT))
// Browsers may reach the store under another name, and a signature is valid for one host only.
const signer = processSingleton('object-store-signer', () =>
  openClient(env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT),
)

/** In milliseconds. A stream may stand still while its reader is at something else: a restore builds indexes. */
const CONNECT_MS = 5_000
const STILL_MS = 30 * 60 * 1_000

function openClient(endpoint: string): S3Client {
  const opened = new S3Client({
    endpoint,
    region: env.S3_REGION,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
    // A store that takes connections and says nothing would otherwise hold whoever asks for ever, and with four jobs of a worker all
    // that it does by the clock.
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: env.S3_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: STILL_MS,
    },
    // The browser that uses a signed link would have to send a checksum if the link had one.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // Stores check the signature of a bucket's address without a slash at its end; the library writes one.
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

/** Stores an object, in place of one of the same key. `cacheControl` is sent with each reading of it. */
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

/** Reads size and type of an object; null where there is none. */
export async function headObject(at: StoredAt): Promise<ObjectHead | null> {
  try {
    const head = await client.get().send(new HeadObjectCommand(place(at)))
    return { size: head.ContentLength ?? 0, contentType: head.ContentType }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

/**
 * Reads the first `length` bytes of an object, or fewer where it is smaller, to see what kind of file it is. Returns nothing
 * where there is no object.
 */
export async function readObjectStart(at: StoredAt, length: number): Promise<Uint8Array> {
  const head = await headObject(at)
  const wanted = Math.min(length, head?.size ?? 0)
  // An empty object has no first byte, so a range of it is refused.
  if (wanted === 0) return new Uint8Array()
  const range = new GetObjectCommand({ ...place(at), Range: `bytes=0-${wanted - 1}` })
  // A store that does not support ranges sends the whole object.
  return (await readBytes(range)).subarray(0, wanted)
}

/** Seconds for which a link is valid that is used at once. */
const AT_ONCE_SECONDS = 60

/**
 * Requests an object and returns the store's response while it is still being received, so that it can be passed on. The
 * request is signed.
 * @param headers for instance the range that is wanted
 */
export async function askForObject(
  at: StoredAt,
  method: 'GET' | 'HEAD',
  headers: Record<string, string>,
): Promise<Response> {
  const command = method === 'GET' ? new GetObjectCommand(place(at)) : new HeadObjectCommand(place(at))
  const link = await getSignedUrl(client.get(), command, { expiresIn: AT_ONCE_SECONDS })
  // Next replaces Node's fetch by its own, which keeps a second copy of each response for equal requests, so that a response
  // could not be left before its end. With a signal it keeps none.
  const patience = new AbortController()
  const timer = setTimeout(
    () => patience.abort(new Error('The object store does not answer.')),
    env.S3_TIMEOUT_MS,
  )
  return fetch(link, {
    method,
    // The object is asked for without compression, so that its length is right.
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
    cache: 'no-store',
    signal: patience.signal,
  }).finally(() => clearTimeout(timer))
}

/** Reads a whole object. Returns nothing where there is none. */
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
 * Copies an object inside the store, in place of one of the same key.
 * @returns false where there is nothing to copy
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
    // SeaweedFS calls it an invalid argument where there is nothing to copy.
    const isArgument = error instanceof S3ServiceException && error.name === 'InvalidArgument'
    if (isArgument && (await headObject(from)) === null) return false
    throw error
  }
}

/**
 * Joins objects inside the store, in their order, in place of one of the same key. Stores take no part but the last that is smaller than
 * 5 MiB.
 * @throws what the store throws, also where a part is missing
 */
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
    // What was copied goes with it, where the store can do this; the local one can not.
    await store.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    throw error
  }
}

/**
 * Reads an object as a stream; null where there is none. Whoever stops reading before its end has to destroy it.
 */
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

/** Stores a stream in parts, so that it may be larger than the memory. Where it fails no object is left. */
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
    // The writer has to learn that nobody reads on.
    body.destroy(error instanceof Error ? error : new Error(String(error)))
    throw cause
  }
}

/** Lists the keys of all objects with a prefix. */
export async function listKeys(at: StoredAt): Promise<string[]> {
  const keys: string[] = []
  for await (const page of listPages(at)) keys.push(...page.map(({ key }) => key))
  return keys
}

/**
 * Lists all objects with a prefix, a page of at most a thousand at a time, with their sizes in bytes. It pages by markers,
 * because the local store does not support the newer call.
 */
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

/** Deletes an object. It is no error where there is none. */
export async function deleteObject(at: StoredAt): Promise<void> {
  await client.get().send(new DeleteObjectCommand(place(at)))
}

/**
 * Signs a link that reads one object.
 * @param expiresIn seconds
 * @param cacheControl is sent with it, whatever it was stored with
 */
export function signGet(at: StoredAt, expiresIn: number, cacheControl?: string): Promise<string> {
  const command = new GetObjectCommand({ ...place(at), ResponseCacheControl: cacheControl })
  return getSignedUrl(signer.get(), command, { expiresIn })
}

/**
 * Signs a link that stores one object of exactly that type and size: the store refuses any other body.
 * @param expiresIn seconds
 */
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
  // Both headers are signed by name; otherwise the signer would leave out the type.
  return getSignedUrl(signer.get(), command, {
    expiresIn,
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  })
}

/** Closes the connections to the store. */
export function closeStorage(): void {
  client.drop()?.destroy()
  signer.drop()?.destroy()
}
