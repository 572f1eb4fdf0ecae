import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { DarajaAnswer } from './http.ts'

/**
 * Stores what came back of a call, or how nothing came back.
 * @param requestId the call's row in daraja_request, which was committed before it was sent
 * @param outcome what the answer proves
 */
export async function storeAnswer(
  on: Queryable,
  requestId: string,
  answer: DarajaAnswer,
  outcome: string,
): Promise<void> {
  const response = answer.kind === 'answered' ? { body: answer.body } : { reason: answer.reason }
  await kysely(on)
    .updateTable('daraja_request')
    .set({
      http_status: answer.kind === 'answered' ? answer.status : null,
      response: JSON.stringify(response),
      outcome,
      responded_at: now(),
    })
    .where('id', '=', requestId)
    .execute()
}
