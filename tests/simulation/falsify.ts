import { rowsOf } from './database.ts'
import type { Stage } from './stage.ts'

/** Falsifications for --break= before the comparison, to prove that it finds them. */
const falsehoods: Record<string, string> = {
  vote: `UPDATE video SET vote_count = vote_count + 1 WHERE id = (SELECT id FROM video ORDER BY vote_count DESC LIMIT 1)`,
  receipt: `DELETE FROM mpesa_receipt WHERE receipt = (SELECT min(receipt) FROM mpesa_receipt WHERE status = 'credited')`,
  wallet: `UPDATE account SET posted = posted + 1 WHERE id = (SELECT min(id) FROM account WHERE owner_id IS NOT NULL)`,
  royalty: `UPDATE royalty_line SET royalty = royalty + 2 WHERE track_id = (SELECT track_id FROM royalty_line LIMIT 1)`,
  payout: `UPDATE payout SET state = 'failed', is_held = false WHERE id = (SELECT id FROM payout WHERE state = 'paid' LIMIT 1)`,
  tally: `DELETE FROM tally_row WHERE position = 2`,
}

/** As superuser. @throws Error for an unknown falsification */
export async function falsify(stage: Stage, what: string): Promise<void> {
  const sql = falsehoods[what]
  if (!sql) throw new Error(`--break= takes ${Object.keys(falsehoods).join(', ')}.`)
  await rowsOf(
    stage.database,
    `SET session_replication_role = replica; ${sql}; RESET session_replication_role`,
  )
}
