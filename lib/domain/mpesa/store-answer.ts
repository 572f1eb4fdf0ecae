import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { DarajaAnswer } from './http.ts'

/** What is kept of what came back: the HTTP status, null where nothing came, and as JSON the body, or why there is none. */
export function keptOf(answer: DarajaAnswer): { status: number | null; response: string } {
  return answer.kind === 'answered'
    ? { status: answer.status, response: JSON.stringify({ body: answer.body }) }
    : { status: null, response: JSON.stringify({ reason: answer.reason }) }
}

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
