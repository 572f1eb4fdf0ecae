import { type Kysely, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Invariant } from '#lib/domain/ledger/invariants.ts'
import { statementBegan } from '#lib/domain/mpesa/registered.ts'

/** Statement lines in the inbox. Until they are settled, our books and M-Pesa's may differ. */
const unsettledLines = (books: Kysely<DB>) =>
  books
    .selectFrom('callbackInbox')
    .select('id')
    .where('processedAt', 'is', null)
    .where('kind', '=', 'statement')

/**
 * SQL: the day `d` was read as empty before M-Pesa had a statement for us (docs/decisions/0004), so it proves
 * nothing.
 */
const isOfNoStatement = (books: Kysely<DB>) =>
  sql<boolean>`coalesce(d.lines = 0 AND d.day <= ((${statementBegan(books)}) AT TIME ZONE 'Africa/Nairobi')::date, false)`

/** Rules of docs/money.md, What proves a payment. */
export const paymentInvariants: readonly Invariant[] = [
  {
    name: 'checkout_ids',
    offenders: (books) =>
      books
        .selectFrom('paymentIntent')
        .where('checkoutRequestId', 'is not', null)
        .groupBy('checkoutRequestId')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .select('checkoutRequestId as what')
        .unionAll(
          books
            .selectFrom('callbackInbox as b')
            .innerJoin('paymentIntent as i', 'i.id', 'b.intentId')
            .where('b.kind', '=', 'stk')
            .where('b.outcome', '=', 'credited')
            .where(
              (eb) =>
                sql<boolean>`strpos(${eb.ref('b.body')}, '"' || ${eb.ref('i.checkoutRequestId')} || '"') = 0`,
            )
            .select((eb) =>
              sql<string>`${eb.ref('i.id')} || ' by a callback of another prompt, inbox ' || ${eb.ref('b.id')}`.as(
                'what',
              ),
            ),
        ),
  },
  {
    name: 'missing_receipts_marked',
    offenders: (books) =>
      books
        .selectFrom('paymentIntent as i')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('mpesaReceipt')
              .where('status', 'in', ['credited', 'claimed'])
              .select('intentId')
              .distinct()
              .as('r'),
          (join) => join.onRef('r.intentId', '=', 'i.id'),
        )
        .where((eb) =>
          eb(
            eb.parens(eb.and([eb('i.state', '=', 'credited'), eb('r.intentId', 'is', null)])),
            '<>',
            eb.parens('i.receiptMissingSince', 'is not', null),
          ),
        )
        .select((eb) => eb.cast<string>('i.id', 'text').as('what')),
  },
  {
    name: 'receipts_within_two_days',
    offenders: (books) =>
      books
        .selectFrom('paymentIntent')
        .where('receiptMissingSince', '<', sql<Date>`now() - interval '2 days'`)
        .select((eb) =>
          sql<string>`${eb.ref('id')} || ' since ' || ${eb.ref('receiptMissingSince')}`.as('what'),
        ),
  },
  {
    // Near midnight M-Pesa's day and ours may differ by seconds: there a receipt is not reported as unlisted.
    name: 'statement_lists_receipts',
    offenders: (books) =>
      books
        .selectFrom('mpesaReceipt as r')
        .where((eb) => {
          const paidAt = eb.ref('r.paidAt')
          const dayIsRead = eb
            .selectFrom('statementDay as d')
            .select('d.day')
            .where(
              'd.day',
              '=',
              sql<Date>`((${paidAt} - interval '5 minutes') AT TIME ZONE 'Africa/Nairobi')::date`,
            )
            .where(
              'd.day',
              '=',
              sql<Date>`((${paidAt} + interval '5 minutes') AT TIME ZONE 'Africa/Nairobi')::date`,
            )
            .whereRef('d.readAt', '>', 'r.createdAt')
            .where((of) => of.not(isOfNoStatement(books)))
          return eb.or([
            eb('r.listedAmount', '<>', eb.ref('r.amount')),
            eb.and([
              eb('r.listedOn', 'is', null),
              eb.not(eb.exists(unsettledLines(books))),
              eb.exists(dayIsRead),
            ]),
          ])
        })
        .select((eb) =>
          sql<string>`${eb.ref('r.receipt')} || coalesce(': ' || ${eb.ref('r.amount')} || ' cents, listed '
            || ${eb.ref('r.listedAmount')}, ' is not listed')`.as('what'),
        ),
  },
  {
    name: 'statement_lists_bookings',
    offenders: (books) =>
      books
        .selectFrom('statementDay as d')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('mpesaReceipt')
              .where('listedOn', 'is not', null)
              .groupBy('listedOn')
              .select((of) => ['listedOn', of.fn.sum<bigint>('amount').as('amount')])
              .as('r'),
          (join) => join.onRef('r.listedOn', '=', 'd.day'),
        )
        .where((eb) => sql<boolean>`${eb.ref('d.amount')} <> coalesce(${eb.ref('r.amount')}, 0)`)
        .where((eb) => eb.not(isOfNoStatement(books)))
        .where((eb) => eb.not(eb.exists(unsettledLines(books))))
        .select((eb) =>
          sql<string>`${eb.ref('d.day')} || ': listed ' || ${eb.ref('d.amount')} || ' cents, booked '
            || coalesce(${eb.ref('r.amount')}, 0)`.as('what'),
        ),
  },
]
