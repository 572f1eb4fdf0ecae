import { type Selectable, sql } from 'kysely'
import { RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, lockSystemAccounts, ShortfallError } from '#lib/domain/ledger/draw.ts'
import { ofJournals } from '#lib/domain/ledger/journal-range.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import type { PaymentPurpose } from './schema.ts'

/** What taking a payment back came to, in cents. */
export type TakenBack = {
  readonly amount: Cents
  /** What was spent meanwhile, and the platform bears. */
  readonly borne: Cents
}

/** Who has decided to take a payment back, and when. `wasPaid` is false where M-Pesa never had it. */
export type TakeBackBy = { readonly actor: string; readonly at: Date; readonly wasPaid?: boolean }

/** A credited payment, with its journal. */
export type CreditedPayment = {
  readonly intentId: string
  readonly purpose: PaymentPurpose
  readonly amount: Cents
  /** The journal to reverse: its credit, or the one that last counted it again. */
  readonly journalId: bigint
  /** Whether it was taken back before, and counted again since. */
  readonly isAgain?: boolean
  /** What the royalty pool got by it and still holds, in cents. */
  readonly royalties?: Cents
}

/**
 * Posts the journal that reverses the credit of a payment, in the caller's transaction: the whole amount goes into suspense, or
 * back to where it came from where M-Pesa never had it. Wallets give back what they got by it, as far as they have it; the
 * platform bears what was spent or is asked for (docs/decisions/0010).
 * The intent is locked by the caller, and no longer `credited`.
 * @throws RuleError platform_short (409)
 */
export async function reverseCredit(tx: Tx, payment: CreditedPayment, by: TakeBackBy): Promise<TakenBack> {
  const { entries, borne } = await reversingEntries(tx, payment, by.wasPaid ?? true)
  await postJournals(tx.client, [
    {
      key: payment.isAgain
        ? `take_back:${payment.intentId}:${payment.journalId}`
        : `take_back:${payment.intentId}`,
      type: `${payment.purpose}_taken_back`,
      sourceType: 'payment_intent',
      sourceId: payment.intentId,
      reversalOf: payment.journalId,
      actor: by.actor,
      occurredAt: by.at,
      entries,
    },
  ])
  return { amount: payment.amount, borne }
}

async function reversingEntries(
  tx: Tx,
  { amount, journalId, royalties = 0n }: CreditedPayment,
  wasPaid: boolean,
): Promise<{ entries: EntryDraft[]; borne: Cents }> {
  // System accounts before wallets: accounts are locked in the order of their ids, and theirs are the lowest.
  const to = wasPaid ? 'suspense' : 'mpesa_collection'
  const accounts = await lockSystemAccounts(tx.client, [to, 'platform_revenue', 'royalty_pool'])
  const earners = await lockEarners(tx, journalId)
  const given = earners.map(({ accountId, got, available }) => ({
    accountId,
    amount: available < got ? -available : -got,
  }))
  const returned = given.reduce((sum, one) => sum - one.amount, 0n)
  const due = earners.reduce((sum, { got }) => sum + got, 0n)
  try {
    const drawn = [
      drawFrom(accounts.royalty_pool, royalties),
      drawFrom(accounts.platform_revenue, amount - returned - royalties),
    ]
    const entries = [...given, ...drawn].filter((one) => one.amount !== 0n)
    return { entries: [...entries, { accountId: accounts[to].id, amount }], borne: due - returned }
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error
    throw new RuleError('platform_short', 409)
  }
}

/** Locks the wallets that got something by a journal, and reads how much that was and what each can give back now. */
async function lockEarners(tx: Tx, journalId: bigint) {
  const wallets = tx.kysely
    .selectFrom('entry as e')
    .innerJoin('account as a', 'a.id', 'e.accountId')
    .select('e.accountId')
    .where((eb) =>
      ofJournals(eb.ref('e.journalId'), eb.selectFrom('journal').select('id').where('id', '=', journalId)),
    )
    .where('e.amount', '>', 0n)
    .where('a.ownerId', 'is not', null)
  const locked = sql<
    Pick<Selectable<DB['account']>, 'id' | 'posted' | 'held'>
  >`lock_accounts(array(${wallets}))`
  return tx.kysely
    .selectFrom(locked.as('l'))
    .innerJoin('entry as e', 'e.accountId', 'l.id')
    .where('e.journalId', '=', journalId)
    .select((eb) => [
      'l.id as accountId',
      'e.amount as got',
      sql<Cents>`greatest(${eb.ref('l.posted')} - ${eb.ref('l.held')}, 0)`.as('available'),
    ])
    .execute()
}
