import type { Bucket } from '#lib/core/storage.ts'
import type { UploadKind } from './schema.ts'

const MiB = 1024 * 1024

/** What may be uploaded as one kind. */
export type UploadRules = {
  readonly bucket: Bucket
  readonly folder: string
  /** Bytes. */
  readonly maxSize: number
  /** The types that are taken, by each name that browsers and detectors have for them. */
  readonly types: Readonly<Record<string, string>>
  /** The type by the end of the file's name, for browsers that do not know it. */
  readonly extensions: Readonly<Record<string, string>>
  /** What it is in the catalogue's sentences about a wrong type or size. */
  readonly what: 'document' | 'picture' | 'track'
  /** For public objects, whose keys are never used again. */
  readonly cacheControl?: string
  /** Pixels of the longer side to which a picture is drawn again before anybody sees it. */
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

/** HEIC is decoded at once, at 16 bytes a pixel. The largest of today's phones have 48.8 million. */
export const HEIC_PIXELS_MAX = 50_000_000

/** The types that browsers give to a file that they do not know. */
const unknownTypes: readonly string[] = ['', 'application/octet-stream']

/** Returns the declared type of a file under its one name here; null where the kind does not take it. */
export function declaredType(kind: UploadKind, mimeType: string, fileName: string): string | null {
  const { types, extensions } = uploadRules[kind]
  const given = mimeType.toLowerCase().split(';')[0]?.trim() ?? ''
  if (!unknownTypes.includes(given)) return nameOf(types, given)
  return nameOf(extensions, fileName.split('.').at(-1)?.toLowerCase() ?? '')
}

/** Returns the type that a file's bytes show under its one name here; null where the kind does not take it. */
export function foundType(kind: UploadKind, sniffed: string | undefined): string | null {
  return nameOf(uploadRules[kind].types, sniffed ?? '')
}

/** Looks a name up. Names from outside may be those of properties that every object has. */
function nameOf(names: Readonly<Record<string, string>>, given: string): string | null {
  return Object.hasOwn(names, given) ? (names[given] ?? null) : null
}

/** Bytes of each part but the last: the least that stores join, and half a minute on a slow line. */
export const PART_BYTES = 5 * MiB

/** A part of a file: numbers begin with 1, sizes are bytes. */
export type Part = { readonly number: number; readonly size: number }

/** The parts in which a file may be put, so that a lost line costs one of them and not the file. @param fileSize bytes, at least 1 */
export function partsOf(fileSize: number): Part[] {
  return Array.from({ length: Math.ceil(fileSize / PART_BYTES) }, (_, index) => ({
    number: index + 1,
    size: Math.min(PART_BYTES, fileSize - index * PART_BYTES),
  }))
}

/** The key of a part of the file that is put to `incomingKey`. */
export function partKey(incomingKey: string, number: number): string {
  return `${incomingKey}.${number}`
}

/** Seconds after its beginning in which an interrupted upload may be gone on with. */
export const RESUMED_WITHIN_SECONDS = 24 * 60 * 60

/** Seconds for which a signed link is valid: long enough for 50 MB on a slow line. */
export const LINK_SECONDS = 60 * 60
/** How long after the end of its link a file may be completed: a PUT that began in time may still be running. */
export const COMPLETED_WITHIN_SECONDS = 30 * 60
/** How long after a check was overtaken by another one its copy is in the store at the latest. */
export const CHECKED_WITHIN_SECONDS = 10 * 60
/** How long after the end of its link a session is kept: longer than any completion that began in time runs. */
export const KEPT_SECONDS = 60 * 60
