import type { Queryable } from '#lib/core/db.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import type { JournalDraft } from '#lib/domain/ledger/schema.ts'

const AT_ONCE = 400

export async function postInBatches(on: Queryable, journals: readonly JournalDraft[]): Promise<void> {
  for (let from = 0; from < journals.length; from += AT_ONCE) {
    await postJournals(on, journals.slice(from, from + AT_ONCE))
  }
}
