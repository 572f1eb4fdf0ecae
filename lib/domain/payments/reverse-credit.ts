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

/** What a reversal took back, in cents. */
export type TakenBack = {
  readonly amount: Cents
  /** The part that wallets had already spent; the platform bears it. */
  readonly borne: Cents
}

/**
 * The decision's actor and time. `wasPaid` is false if M-Pesa never had the money. `isHold` is true if the
 * payment can be released again: the journal's key names a hold.
 */
export type TakeBackBy = {
  readonly actor: string
  readonly at: Date
  readonly wasPaid?: boolean
  readonly isHold?: boolean
}

export type CreditedPayment = {
  readonly intentId: string
  readonly purpose: PaymentPurpose
  readonly amount: Cents
  /** The journal to reverse: the credit, or the newest one that counted the payment again. */
  readonly journalId: bigint
  /** Whether the payment was reversed before, and counted again. */
  readonly isAgain?: boolean
  /** The part of the payment that is still in the royalty pool, in cents. */
  readonly royalties?: Cents
}

/**
 * Posts the reversal of a payment's credit in the caller's transaction: the whole amount goes to suspense, or
 * back to its origin if M-Pesa never had it. Wallets return their share as far as they have it; the platform
 * bears the rest (docs/decisions/0010). The caller has locked the intent and set another state than
 * `credited`.
 * @throws RuleError platform_short (409)
 */
export async function reverseCredit(tx: Tx, payment: CreditedPayment, by: TakeBackBy): Promise<TakenBack> {
  const { entries, borne } = await reversingEntries(tx, payment, by.wasPaid ?? true)
  const key = `${by.isHold ? 'hold' : 'take_back'}:${payment.intentId}`
  await postJournals(tx.client, [
    {
      key: payment.isAgain ? `${key}:${payment.journalId}` : key,
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
  // System accounts before wallets: accounts are locked in order of id, and theirs are lowest.
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

/** Locks the wallets credited by a journal, and reads their shares and what each can return. */
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
