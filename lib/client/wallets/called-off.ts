import type { QueryClient } from '@tanstack/react-query'
import { apiQuery } from '#lib/client/http/api-query.ts'

/** Whether a withdrawal is known to have been called off: who asks for it once more gets the answer of the first time. */
export async function isCalledOff(client: QueryClient, reference: string): Promise<boolean> {
  const query = { ...apiQuery('GET /wallet/api/withdrawals/'), staleTime: 0 }
  const withdrawals = await client.fetchQuery(query).catch(() => [])
  return withdrawals.some((one) => one.transaction_reference === reference && one.status === 'cancelled')
}
