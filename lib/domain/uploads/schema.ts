import { z } from 'zod'
import type { Bucket } from '#lib/core/storage.ts'

export type UploadKind = 'kyc_document' | 'track' | 'avatar'

export const uploadDetails = z.record(z.string(), z.json().optional())

export type UploadRequest = {
  readonly ownerId: string
  readonly kind: UploadKind
  readonly fileName: string
  /** In bytes; the link takes exactly these. */
  readonly fileSize: number
  /** Sent by the browser with the PUT. */
  readonly mimeType: string
  /** Returned with the file. */
  readonly details?: Readonly<Record<string, unknown>>
}

export type OpenedUpload = {
  sessionId: string
  uploadUrl: string
  uploadPath: string
  expiresAt: Date
}

/** `url` takes one PUT of exactly `size` bytes; empty once the upload is complete. */
export type OpenPart = { number: number; size: number; url: string; isStored: boolean }

export type OpenedParts = { sessionId: string; parts: OpenPart[]; expiresAt: Date; isComplete: boolean }

/** Of a part; the file's type is known after joining. */
export const PART_TYPE = 'application/octet-stream'

/** Checked, and at its final key, where nobody can change it. */
export type UploadedFile = {
  readonly sessionId: string
  readonly bucket: Bucket
  readonly key: string
  readonly fileName: string
  /** Bytes as uploaded; a redrawn picture differs. */
  readonly fileSize: number
  /** By the first bytes. */
  readonly mimeType: string
  readonly details: Readonly<Record<string, unknown>>
}
