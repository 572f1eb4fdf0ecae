import type { QueryClient } from '@tanstack/react-query'
import { apiKey } from '#lib/client/http/api-query.ts'
import { renewAnswers } from '#lib/client/http/renew-answers.ts'

const reads = [
  'GET /wallet/api/my-wallet/',
  'GET /wallet/api/transactions/',
  'GET /wallet/api/withdrawals/',
] as const

export async function renewWallet(client: QueryClient): Promise<void> {
  await Promise.all(reads.map((name) => renewAnswers(client, apiKey(name))))
}
