import type { Stage } from '../stage.ts'
import type { PlayedMpesa } from './played-mpesa.ts'

/** @throws Error unless each gift that M-Pesa took money for has one journal */
export async function expectCountedOnce({ database }: Stage, { taken }: PlayedMpesa): Promise<void> {
  const { rows } = await database.query<{ phone: string }>(
    `SELECT i.phone FROM payment_intent i
      JOIN journal j ON j.source_type = 'payment_intent' AND j.source_id = i.id::text AND j.type = 'gift'
      WHERE i.purpose = 'gift' AND i.phone = ANY($1) GROUP BY i.phone HAVING count(*) = 1`,
    [[...taken.keys()]],
  )
  if (rows.length !== taken.size)
    throw new Error(`Of ${taken.size} gifts that M-Pesa took ${rows.length} are counted once.`)
}
