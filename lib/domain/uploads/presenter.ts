import type { UploadParts } from '#lib/contract/upload-parts.ts'
import { type OpenedParts, PART_TYPE } from './schema.ts'

export function presentParts({ sessionId, parts, expiresAt }: OpenedParts): UploadParts {
  return {
    session_id: sessionId,
    content_type: PART_TYPE,
    expires_at: expiresAt.toISOString(),
    parts: parts.map(({ isStored, ...part }) => ({ ...part, is_stored: isStored })),
  }
}
