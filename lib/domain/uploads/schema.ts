import { z } from 'zod'
import type { Bucket } from '#lib/core/storage.ts'

export type UploadKind = 'kyc_document' | 'track' | 'avatar'

/** What the owner says about a file: the document's type, the track's title and so on. */
export const uploadDetails = z.record(z.string(), z.json().optional())

/** A file that somebody wants to upload. */
export type UploadRequest = {
  readonly ownerId: string
  readonly kind: UploadKind
  readonly fileName: string
  /** Bytes; the link takes exactly as many. */
  readonly fileSize: number
  /** The type that the browser will send with the PUT. */
  readonly mimeType: string
  /** They are handed back with the file. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A signed link to PUT the file to. */
export type OpenedUpload = {
  sessionId: string
  uploadUrl: string
  /** The incoming key, which the link uploads to. */
  uploadPath: string
  expiresAt: Date
}

/** A part of a file, and whether the store has it already; `url` takes one PUT of exactly `size` bytes, and is empty once the upload is complete. */
export type OpenPart = { number: number; size: number; url: string; isStored: boolean }

export type OpenedParts = { sessionId: string; parts: OpenPart[]; expiresAt: Date; isComplete: boolean }

/** The type of a part: which file it belongs to is known when all are joined. */
export const PART_TYPE = 'application/octet-stream'

/** A file that was uploaded, checked and copied to its final key, where nobody can change it any more. */
export type UploadedFile = {
  readonly sessionId: string
  readonly bucket: Bucket
  readonly key: string
  readonly fileName: string
  /** Bytes of the uploaded file. A public picture is drawn again and has another size. */
  readonly fileSize: number
  /** The type that its first bytes show, for instance `image/jpeg`. */
  readonly mimeType: string
  readonly details: Readonly<Record<string, unknown>>
}
