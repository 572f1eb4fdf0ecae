import type { z } from 'zod'
import { apiGet } from '#lib/client/http/api-client.ts'
import type { statements } from '#lib/contract/royalties/calls.ts'

/** The statements of the musician who is signed in, newest month first. @throws ApiError */
export function fetchStatements(signal?: AbortSignal): Promise<z.infer<typeof statements.answer>> {
  return apiGet<z.infer<typeof statements.answer>>('/royalties/statements/', { signal })
}
