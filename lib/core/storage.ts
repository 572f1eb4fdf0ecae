import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { env } from './env.ts'
import { processSingleton } from './process-singleton.ts'

/** `media` is what anybody may see or hear; `private` holds documents, which only signed links open. */
export type Bucket = 'media' | 'private'

/** Where an object lies. */
export type StoredAt = { bucket: Bucket; key: string }

/** What the store says of an object: its size in bytes and the type that it was put with. */
export type ObjectHead = { size: number; contentType: string | undefined }

const client = processSingleton('object-store', () => openClient(env.S3_ENDPOINT))
// Browsers may reach the store under another name, and a signature holds for one host only.
const signer = processSingleton('object-store-signer', () =>
  openClient(env.S3_PUBLIC_ENDPOINT ?? env.S3_ENDPOINT),
)

function openClient(endpoint: string): S3Client {
  const opened = new S3Client({
    endpoint,
    region: env.S3_REGION,
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
    forcePathStyle: true,
    // A checksum added to a signed link would have to be sent by the browser that uses it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // A bucket's own address has no slash at its end where stores check the signature; the library writes one.
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

/** Stores an object whole, in place of one of the same key. `cacheControl` goes out with every reading of it. */
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

/** Size and type of an object; null where there is none. */
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
 * The first `length` bytes of an object, or fewer where it is smaller: enough to tell what kind of file it is.
 * Nothing where there is no object.
 */
export async function readObjectStart(at: StoredAt, length: number): Promise<Uint8Array> {
  const head = await headObject(at)
  const wanted = Math.min(length, head?.size ?? 0)
  // An empty object has no byte for a range to begin with.
  if (wanted === 0) return new Uint8Array()
  const range = new GetObjectCommand({ ...place(at), Range: `bytes=0-${wanted - 1}` })
  // A store that does not know ranges sends all of it.
  return (await readBytes(range)).subarray(0, wanted)
}

/** How long a link lives that is used at once. */
const AT_ONCE_SECONDS = 60

/**
 * The store's own answer for an object, as far as it has come: to hand it on while it is read. The call is signed.
 * @param headers for instance the part that is wanted
 */
export async function askForObject(
  at: StoredAt,
  method: 'GET' | 'HEAD',
  headers: Record<string, string>,
): Promise<Response> {
  const command = method === 'GET' ? new GetObjectCommand(place(at)) : new HeadObjectCommand(place(at))
  const link = await getSignedUrl(client.get(), command, { expiresIn: AT_ONCE_SECONDS })
  return fetch(link, {
    method,
    // As it lies there: its length holds for nothing else.
    headers: { ...headers, 'accept-encoding': 'identity' },
    redirect: 'manual',
    cache: 'no-store',
    // Next puts a fetch of its own in the place of Node's, and keeps a second copy of each answer for whoever asks the same.
    // With a signal it does not; with the copy, nobody could leave an answer before its end.
    signal: new AbortController().signal,
  })
}

/** An object whole. Nothing where there is none. */
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
    throw error
  }
}

/**
 * An object as a stream of its bytes; null where there is none. Whoever leaves it before its end has to destroy it.
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

/** Stores what flows out of a stream, in parts: it may be larger than the memory. What fails half-way leaves no object. */
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
    // Whoever feeds it has to hear that nobody reads on.
    body.destroy(error instanceof Error ? error : new Error(String(error)))
    throw cause
  }
}

/** The keys of all objects that begin so. By markers: the local store cannot go on from where the newer call ends. */
export async function listKeys({ bucket, key: prefix }: StoredAt): Promise<string[]> {
  const { Bucket } = place({ bucket, key: '' })
  const keys: string[] = []
  for (let more = true; more; ) {
    const page = await client
      .get()
      .send(new ListObjectsCommand({ Bucket, Prefix: prefix, Marker: keys.at(-1) }))
    const found = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
    keys.push(...found)
    more = page.IsTruncated === true && found.length > 0
  }
  return keys
}

/** Deletes an object; one that is not there is no error. */
export async function deleteObject(at: StoredAt): Promise<void> {
  await client.get().send(new DeleteObjectCommand(place(at)))
}

/**
 * A link that reads one object.
 * @param expiresIn seconds
 */
export function signGet(at: StoredAt, expiresIn: number): Promise<string> {
  return getSignedUrl(signer.get(), new GetObjectCommand(place(at)), { expiresIn })
}

/**
 * A link that puts one object of exactly that type and that many bytes: the store refuses any other body.
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
  // Both headers are signed by name; left to itself the signer drops the type.
  return getSignedUrl(signer.get(), command, {
    expiresIn,
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  })
}

/** Ends the connections to the store. */
export function closeStorage(): void {
  client.drop()?.destroy()
  signer.drop()?.destroy()
}
