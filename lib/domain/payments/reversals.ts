import type { JournalDraft } from '#lib/domain/ledger/schema.ts'
import type { StandingJournal } from './receipt-rows.ts'

/** The types of a receipt's journals that can be reversed: its money in suspense, or the difference that the platform bore. */
export type ReversibleType = 'suspense' | 'difference'

/**
 * Takes back what was posted for receipts that turn out to be another payment's.
 * @param drafts the journals of this batch
 * @param standing what earlier batches have posted for such receipts
 */
export function openReversals(drafts: JournalDraft[], standing: readonly StandingJournal[], moment: Date) {
  const posted = new Map(standing.map((journal) => [`${journal.type} ${journal.receipt}`, journal]))

  /** @throws RangeError where nothing of the kind stands: the callback is set aside, for people */
  function takeBack(type: ReversibleType, receipt: string): void {
    // What this very batch wanted to post needs no reversal.
    const draft = drafts.findIndex((one) => one.type === type && one.sourceId === receipt)
    if (draft >= 0) {
      drafts.splice(draft, 1)
      return
    }
    const journal = posted.get(`${type} ${receipt}`)
    if (!journal) throw new RangeError(`no ${type} stands for receipt ${receipt}`)
    posted.delete(`${type} ${receipt}`)
    drafts.push({
      key: `reversal:${journal.key}`,
      type: `${type}_reversed`,
      sourceType: 'mpesa_receipt',
      sourceId: receipt,
      reversalOf: journal.id,
      actor: 'mpesa',
      occurredAt: moment,
      entries: journal.entries.map(({ accountId, amount }) => ({ accountId, amount: -amount })),
    })
  }

  return { takeBack }
}
