import type { Bucket } from '#lib/core/storage.ts'
import type { UploadKind } from './schema.ts'

const MiB = 1024 * 1024

export type UploadRules = {
  readonly bucket: Bucket
  readonly folder: string
  /** Bytes. */
  readonly maxSize: number
  /** Our name of each accepted type, by the names that browsers and detectors use. */
  readonly types: Readonly<Record<string, string>>
  /** For browsers that do not know the type. */
  readonly extensions: Readonly<Record<string, string>>
  readonly what: 'document' | 'picture' | 'track'
  /** For public files, whose keys are never reused. */
  readonly cacheControl?: string
  /** Pixels of the longer side of the redrawn picture. */
  readonly redrawnTo?: number
}

const pictures = {
  types: {
    'image/jpeg': 'image/jpeg',
    'image/jpg': 'image/jpeg',
    'image/png': 'image/png',
    'image/webp': 'image/webp',
  },
  extensions: { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp' },
}

const heic = {
  'image/heic': 'image/heic',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
}

export const uploadRules: Readonly<Record<UploadKind, UploadRules>> = {
  kyc_document: {
    bucket: 'private',
    folder: 'kyc',
    maxSize: 10 * MiB,
    types: { ...pictures.types, ...heic, 'application/pdf': 'application/pdf' },
    extensions: {
      ...pictures.extensions,
      heic: 'image/heic',
      heif: 'image/heic',
      pdf: 'application/pdf',
    },
    what: 'document',
  },
  avatar: {
    bucket: 'media',
    folder: 'avatars',
    maxSize: 5 * MiB,
    ...pictures,
    what: 'picture',
    cacheControl: 'public, max-age=31536000, immutable',
    redrawnTo: 512,
  },
  track: {
    bucket: 'media',
    folder: 'tracks',
    maxSize: 50 * MiB,
    types: { 'audio/mpeg': 'audio/mpeg', 'audio/mp3': 'audio/mpeg' },
    extensions: { mp3: 'audio/mpeg' },
    what: 'track',
  },
}

/** HEIC is decoded in one piece with 16 bytes per pixel. Phones' largest pictures have 48.8 megapixels. */
export const HEIC_PIXELS_MAX = 50_000_000

const unknownTypes: readonly string[] = ['', 'application/octet-stream']

export function declaredType(kind: UploadKind, mimeType: string, fileName: string): string | null {
  const { types, extensions } = uploadRules[kind]
  const given = mimeType.toLowerCase().split(';')[0]?.trim() ?? ''
  if (!unknownTypes.includes(given)) return nameOf(types, given)
  return nameOf(extensions, fileName.split('.').at(-1)?.toLowerCase() ?? '')
}

export function foundType(kind: UploadKind, sniffed: string | undefined): string | null {
  return nameOf(uploadRules[kind].types, sniffed ?? '')
}

/** Guards against names such as `constructor`. */
function nameOf(names: Readonly<Record<string, string>>, given: string): string | null {
  return Object.hasOwn(names, given) ? (names[given] ?? null) : null
}

/** Bytes of each part but the last: the minimum of S3 stores, half a minute on a slow connection. */
export const PART_BYTES = 5 * MiB

/** `number` starts at 1; `size` is in bytes. */
export type Part = { readonly number: number; readonly size: number }

/** @param fileSize bytes, at least 1 */
export function partsOf(fileSize: number): Part[] {
  return Array.from({ length: Math.ceil(fileSize / PART_BYTES) }, (_, index) => ({
    number: index + 1,
    size: Math.min(PART_BYTES, fileSize - index * PART_BYTES),
  }))
}

export function partKey(incomingKey: string, number: number): string {
  return `${incomingKey}.${number}`
}

/** An interrupted upload can continue until this long after its start. */
export const RESUMED_WITHIN_SECONDS = 24 * 60 * 60

/** Lifetime of a link: enough for 50 MB on a slow connection. */
export const LINK_SECONDS = 60 * 60
/** Time to complete after the link has expired: a PUT may still be running. */
export const COMPLETED_WITHIN_SECONDS = 30 * 60
/** A check that a newer one has replaced stores its copy at the latest after this time. */
export const CHECKED_WITHIN_SECONDS = 10 * 60
/** Sessions are swept this long after the link has expired: longer than any completion runs. */
export const KEPT_SECONDS = 60 * 60
