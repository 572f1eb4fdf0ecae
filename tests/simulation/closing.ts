import { rowOf } from './database.ts'
import type { Month } from './month.ts'

/** A month closes at most 48 hours after its end (docs/decisions/0009); steps of half an hour. */
const STEP_SECONDS = 1_800
const MOST_STEPS = 110

/** Advances the time from the month's end until the close. @returns the hours in between */
export async function closeMonth(month: Month): Promise<number> {
  await month.moveTo(month.stage.clock.month.endsAt)
  for (const passes of [25, 70, 300]) await month.pass(passes)
  await month.readStatement()
  for (let step = 0; step < MOST_STEPS; step++) {
    if (step === 1) month.killer.soon()
    await month.pass(STEP_SECONDS)
    if (step < 4) await month.readStatement(2)
    const { phase, problem, hours } = await rowOf<{ phase: string; problem: string; hours: number }>(
      month.stage.database,
      `SELECT phase, close_problem AS problem, extract(epoch FROM closed_at - ends_at)::float / 3600 AS hours
        FROM challenge WHERE id = $1`,
      [month.challengeId],
    )
    if (problem) throw new Error(`The month cannot be closed: ${problem}`)
    if (phase === 'closed') return hours
  }
  throw new Error('The month was not closed in 55 hours.')
}
