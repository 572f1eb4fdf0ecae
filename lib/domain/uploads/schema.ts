import type { Bucket } from '#lib/core/storage.ts'

export type UploadKind = 'kyc_document' | 'track' | 'avatar'

/** What somebody wants to upload. */
export type UploadRequest = {
  readonly ownerId: string
  readonly kind: UploadKind
  readonly fileName: string
  /** Bytes; the link takes exactly as many. */
  readonly fileSize: number
  /** As the browser will send it with the PUT. */
  readonly mimeType: string
  /** What the owner says about the file, handed back with it: the document's type, the track's title and so on. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A signed link to PUT the file to. */
export type OpenedUpload = {
  sessionId: string
  uploadUrl: string
  /** The key behind the link. */
  uploadPath: string
  expiresAt: Date
}

/** A file that was uploaded, checked, and lies where nobody can change it any more. */
export type UploadedFile = {
  readonly sessionId: string
  readonly bucket: Bucket
  readonly key: string
  readonly fileName: string
  /** Bytes, as it was put: a picture for everybody is drawn anew. */
  readonly fileSize: number
  /** What its first bytes said that it is, for instance `image/jpeg`. */
  readonly mimeType: string
  readonly details: Readonly<Record<string, unknown>>
}
