import type { Bucket } from '#lib/core/storage.ts'
import type { UploadKind } from './schema.ts'

const MiB = 1024 * 1024

export type UploadRules = {
  readonly bucket: Bucket
  readonly folder: string
  /** Bytes. */
  readonly maxSize: number
  /** Accepted types, by every name of browsers and detectors. */
  readonly types: Readonly<Record<string, string>>
  /** For browsers that do not know the type. */
  readonly extensions: Readonly<Record<string, string>>
  readonly what: 'document' | 'picture' | 'track'
  /** Public keys are never reused. */
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

/** HEIC decodes in one piece, 16 bytes a pixel. Today's largest phones have 48.8 million. */
export const HEIC_PIXELS_MAX = 50_000_000

/** Browsers' types for an unknown file. */
const unknownTypes: readonly string[] = ['', 'application/octet-stream']

/** Returns null if the kind does not take it. */
export function declaredType(kind: UploadKind, mimeType: string, fileName: string): string | null {
  const { types, extensions } = uploadRules[kind]
  const given = mimeType.toLowerCase().split(';')[0]?.trim() ?? ''
  if (!unknownTypes.includes(given)) return nameOf(types, given)
  return nameOf(extensions, fileName.split('.').at(-1)?.toLowerCase() ?? '')
}

/** Returns null if the kind does not take it. */
export function foundType(kind: UploadKind, sniffed: string | undefined): string | null {
  return nameOf(uploadRules[kind].types, sniffed ?? '')
}

/** Guards against names such as `constructor`. */
function nameOf(names: Readonly<Record<string, string>>, given: string): string | null {
  return Object.hasOwn(names, given) ? (names[given] ?? null) : null
}

/** Bytes of each part but the last: the stores' minimum, half a minute on a slow connection. */
export const PART_BYTES = 5 * MiB

/** Numbers start at 1, sizes are bytes. */
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

/** An interrupted upload may continue for so long. */
export const RESUMED_WITHIN_SECONDS = 24 * 60 * 60

/** Enough for 50 MB on a slow connection. */
export const LINK_SECONDS = 60 * 60
/** After the link's end: a PUT may still be running. */
export const COMPLETED_WITHIN_SECONDS = 30 * 60
/** Until an overtaken check has stored its copy at the latest. */
export const CHECKED_WITHIN_SECONDS = 10 * 60
/** After the link's end: longer than any completion runs. */
export const KEPT_SECONDS = 60 * 60
