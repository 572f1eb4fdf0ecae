import type { z } from 'zod'
import type { statements } from '#lib/contract/royalties.ts'
import { apiGet } from './api-client.ts'

/** The statements of the musician who is signed in, newest month first. @throws ApiError */
export function fetchStatements(signal?: AbortSignal): Promise<z.infer<typeof statements.answer>> {
  return apiGet<z.infer<typeof statements.answer>>('/royalties/statements/', { signal })
}
