import type { GivenDecisionResult, SeveralDecisions } from '#lib/contract/decisions/calls.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { isMusicianKnown } from '#lib/domain/tracks/queries.ts'
import { holdDecision } from './commands.ts'
import { noDetails } from './schema.ts'

/**
 * Decides each subject in its own transaction, so that a refused one blocks no other. Each decision is held
 * first.
 * @param address the client's
 * @returns a result for each, in order of the ids
 */
export async function decideSeveral(
  given: SeveralDecisions,
  officer: Actor,
  address: string,
): Promise<GivenDecisionResult[]> {
  const results: GivenDecisionResult[] = []
  for (const id of given.ids) results.push(await decideOne(id, given, officer, address))
  return results
}

async function decideOne(
  id: string,
  given: SeveralDecisions,
  officer: Actor,
  address: string,
): Promise<GivenDecisionResult> {
  try {
    const decision_id = await decideBy(id, given, officer, address)
    return { id, decided: true, decision_id, code: '', error: '' }
  } catch (error) {
    const refused = { id, decided: false, decision_id: null }
    if (error instanceof RuleError) return { ...refused, code: error.code, error: error.sentence }
    if (error instanceof NotFoundError) return { ...refused, code: 'not_found', error: error.sentence }
    throw error
  }
}

async function decideBy(
  id: string,
  { subject_type: type, action: given, reason }: SeveralDecisions,
  officer: Actor,
  address: string,
): Promise<string> {
  if (type === 'track' && given === 'approve') await refuseUnknownMusician(id)
  const subject = { type, id }
  const action = given === 'keep' ? 'approve' : given
  return (await holdDecision({ subject, action, reason, details: noDetails, officer, address })).id
}

/** Refuses to approve a musician's first track together with others: an officer must hear it by itself. */
async function refuseUnknownMusician(trackId: string): Promise<void> {
  if (!(await isMusicianKnown(trackId))) throw new RuleError('unknown_musician', 409)
}
