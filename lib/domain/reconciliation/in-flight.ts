import { type Expression, sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import { inFlightStates } from '#lib/domain/outgoing/schema.ts'
import { readCallback } from '#lib/domain/payments/read-callback.ts'
import type { PaymentState } from '#lib/domain/payments/schema.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import type { AccountName, InFlight } from './balance-policy.ts'
import { openReversals } from './read-reversals.ts'

/** The ledger's balances at M-Pesa, and money that only one of the two books has. Cents. */
export type LedgerView = {
  /** Per account, by the ledger. */
  readonly booked: Readonly<Record<AccountName, Cents>>
  readonly inFlight: Readonly<Record<AccountName, InFlight>>
}

/**
 * Reads the ledger for a comparison with M-Pesa's balances. In flight are possible payments, unsettled
 * callbacks, undecided reversals, payouts and refunds without an outcome, and whatever was posted after the
 * query.
 * @param sinceJournal the ledger's newest journal at the query
 */
export async function viewLedger(on: Queryable, sinceJournal: bigint): Promise<LedgerView> {
  const sums = await readSums(on, sinceJournal)
  return {
    booked: { working: -(sums.collection ?? 0n), utility: -(sums.utility ?? 0n) },
    inFlight: {
      working: {
        more: (sums.unheard ?? 0n) + (sums.newlyReversed ?? 0n) + (await waitingPaybill(on)),
        less: (sums.reversing ?? 0n) + (sums.reversed ?? 0n) - (sums.newlyCollected ?? 0n),
      },
      utility: {
        more: sums.newlyPaid ?? 0n,
        less: (sums.refunding ?? 0n) + (sums.paying ?? 0n) - (sums.newlyFilled ?? 0n),
      },
    },
  }
}

/** One statement, so that all sums are of one time. A sum of no rows is null. */
function readSums(on: Queryable, sinceJournal: bigint) {
  return kysely(on)
    .with('fresh', (books) =>
      books
        .selectFrom('account as a')
        .innerJoin('entry as e', 'e.accountId', 'a.id')
        .select(['a.kind', 'e.amount'])
        .where('e.journalId', '>', sinceJournal)
        .where('a.kind', 'in', statesLiteral(['mpesa_collection', ...utilityKinds])),
    )
    .selectNoFrom((eb) => {
      const posted = eb.selectFrom('account').select((of) => sumOf(of.ref('posted')))
      const refunds = eb
        .selectFrom('refund')
        .select((of) => sumOf(of.ref('amount')))
        .where('state', 'in', statesLiteral(inFlightStates))
      const fresh = eb.selectFrom('fresh').select((of) => sumOf(of.ref('amount')))
      const freshOfUtility = fresh.where('kind', 'in', statesLiteral(utilityKinds))
      const freshlyCollected = fresh.where('kind', '=', sql.lit('mpesa_collection'))
      return [
        posted.where('kind', '=', sql.lit('mpesa_collection')).as('collection'),
        posted.where('kind', 'in', statesLiteral(utilityKinds)).as('utility'),
        eb
          .selectFrom('paymentIntent')
          .select((of) => sumOf(of.ref('amount')))
          .where('state', 'in', statesLiteral(unheardStates))
          .as('unheard'),
        refunds.where('method', '=', sql.lit('reversal')).as('reversing'),
        refunds.where('method', '=', sql.lit('b2c')).as('refunding'),
        openReversals(kysely(on))
          .select((of) => sumOf(of.ref('v.amount')))
          .as('reversed'),
        eb
          .selectFrom('payout')
          .select((of) => sumOf(of.ref('amount')))
          .where('state', 'in', statesLiteral(inFlightStates))
          .as('paying'),
        freshlyCollected.where('amount', '<', 0n).as('newlyCollected'),
        freshlyCollected.where('amount', '>', 0n).as('newlyReversed'),
        freshOfUtility.where('amount', '>', 0n).as('newlyPaid'),
        freshOfUtility.where('amount', '<', 0n).as('newlyFilled'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** Ledger accounts of the utility account: float into it, and payouts from it. */
const utilityKinds = ['mpesa_float', 'mpesa_payout'] as const

/** In these states a payment was sent to M-Pesa and is possibly paid. */
const unheardStates = [
  'submitting',
  'awaiting',
  'submit_unknown',
  'verifying',
  'unresolved',
] as const satisfies readonly PaymentState[]

const sumOf = (amount: Expression<Cents>) => sql<Cents | null>`sum(${amount})::bigint`.as('sum')

/** Unsettled Paybill payments and statement lines. `unheard` already counts payments by prompt. */
async function waitingPaybill(on: Queryable): Promise<Cents> {
  const waiting = await kysely(on)
    .selectFrom('callbackInbox')
    .select(['kind', 'body', 'receivedAt'])
    .where('processedAt', 'is', null)
    .where('intentId', 'is', null)
    .where('kind', 'in', statesLiteral(['c2b/confirmation', 'statement']))
    .limit(5000)
    .execute()
  return waiting.reduce((sum, { kind, body, receivedAt }) => {
    const reading = readCallback(kind, body, true, receivedAt)
    return 'evidence' in reading && reading.evidence.kind === 'paid' ? sum + reading.evidence.amount : sum
  }, 0n)
}
