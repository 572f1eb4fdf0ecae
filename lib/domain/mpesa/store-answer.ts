import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { DarajaAnswer } from './http.ts'

/** `status` is null if M-Pesa did not answer. */
export function keptOf(answer: DarajaAnswer): { status: number | null; response: string } {
  return answer.kind === 'answered'
    ? { status: answer.status, response: JSON.stringify({ body: answer.body }) }
    : { status: null, response: JSON.stringify({ reason: answer.reason }) }
}

/**
 * @param requestId the call's row in daraja_request, committed before the call
 * @param outcome what the answer proves
 */
export async function storeAnswer(
  on: Queryable,
  requestId: string,
  answer: DarajaAnswer,
  outcome: string,
): Promise<void> {
  const { status, response } = keptOf(answer)
  await kysely(on)
    .updateTable('darajaRequest')
    .set({
      httpStatus: status,
      response,
      outcome,
      respondedAt: now(),
    })
    .where('id', '=', requestId)
    .execute()
}
