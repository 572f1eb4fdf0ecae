import { z } from 'zod'
import type { Bucket } from '#lib/core/storage.ts'

export type UploadKind = 'kyc_document' | 'track' | 'avatar'

export const uploadDetails = z.record(z.string(), z.json().optional())

export type UploadRequest = {
  readonly ownerId: string
  readonly kind: UploadKind
  readonly fileName: string
  /** In bytes; the link accepts exactly this size. */
  readonly fileSize: number
  /** Sent by the browser with the PUT. */
  readonly mimeType: string
  /** The domain's own data. */
  readonly details?: Readonly<Record<string, unknown>>
}

export type OpenedUpload = {
  sessionId: string
  uploadUrl: string
  uploadPath: string
  expiresAt: Date
}

/** `url` accepts a PUT of exactly `size` bytes; empty once the upload is complete. */
export type OpenPart = { number: number; size: number; url: string; isStored: boolean }

export type OpenedParts = { sessionId: string; parts: OpenPart[]; expiresAt: Date; isComplete: boolean }

/** The type of each part; the file's own type is set when its parts are joined. */
export const PART_TYPE = 'application/octet-stream'

/** A checked file at its final key, which no link can write. */
export type UploadedFile = {
  readonly sessionId: string
  readonly bucket: Bucket
  readonly key: string
  readonly fileName: string
  /** Bytes as uploaded; a redrawn picture has another size. */
  readonly fileSize: number
  /** By the first bytes. */
  readonly mimeType: string
  readonly details: Readonly<Record<string, unknown>>
}
