import { type ExpressionBuilder, sql } from 'kysely'
import type { PayerView } from '#lib/contract/people/calls.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { amountOf } from '#lib/domain/disputes/queries.ts'
import { receiptsOfPhone } from '#lib/domain/payments/receipts-of-phone.ts'
import { type Books, cells, type SectionRow, stepsOf } from './row.ts'

type Disputes = ExpressionBuilder<DB & { d: DB['dispute'] }, 'd'>
type Intents = ReturnType<typeof intentsOfPhone> | ReturnType<typeof intentsOfPerson>

const disputes = (on: Books) =>
  on.selectFrom('dispute as d').select((eb) =>
    cells({
      id: eb.ref('d.id'),
      at: eb.ref('d.createdAt'),
      kind: eb.ref('d.kind'),
      state: eb.ref('d.state'),
      detail: eb.ref('d.said'),
      amount: amountOf(eb),
      phone: eb.ref('d.phone'),
      receipt: eb.fn<string | null>('nullif', ['d.receipt', sql.lit('')]),
      reference: eb.ref('d.reference'),
      steps: stepsOf({ requested: eb.ref('d.createdAt'), closed: eb.ref('d.closedAt') }),
      caseId: eb.ref('d.caseId'),
    }),
  )

/** SQL: whether a dispute is about one of the payments, by its receipt or by the payment that staff linked. */
const isAbout = (eb: Disputes, intents: Intents) =>
  eb.or([
    eb(
      'd.receipt',
      'in',
      eb.selectFrom('mpesaReceipt as y').select('y.receipt').where('y.intentId', 'in', intents),
    ),
    eb(
      'd.caseId',
      'in',
      eb.selectFrom(intents.as('n')).select((of) => of.cast<string>('n.id', 'text').as('id')),
    ),
  ])

/** SQL: payments of a phone. A gift stores its payment's phone; both columns are indexed. */
export const intentsOfPhone = (on: Books, phone: string) =>
  on
    .selectFrom('gift')
    .select('gift.intentId as id')
    .where('gift.phone', '=', phone)
    .unionAll(
      on
        .selectFrom('paymentIntent as o')
        .select('o.id')
        .where('o.purpose', '<>', sql.lit('gift'))
        .where('o.phone', '=', phone),
    )

/** SQL: top-ups and subscriptions of a person. */
export const intentsOfPerson = (on: Books, id: string) =>
  on
    .selectFrom('topup')
    .select('topup.intentId as id')
    .where('topup.ownerId', '=', id)
    .unionAll(
      on
        .selectFrom('subscription as b')
        .innerJoin('subscriptionPayment as d', 'd.subscriptionId', 'b.id')
        .select('d.intentId as id')
        .where('b.dancerId', '=', id),
    )

/** Disputes of a phone or its payments. */
export const disputesOfPhone = (on: Books, phone: string) =>
  disputes(on)
    .where((eb) =>
      eb.or([
        eb('d.phone', '=', phone),
        eb('d.receipt', 'in', receiptsOfPhone(on, phone)),
        isAbout(eb, intentsOfPhone(on, phone)),
      ]),
    )
    .$castTo<SectionRow>()

/** Disputes of the phone in the profile, or of the person's top-ups and subscriptions. */
export const disputesOfPerson = (on: Books, id: string) =>
  disputes(on)
    .where((eb) =>
      eb.or([
        eb(
          'd.phone',
          'in',
          eb
            .selectFrom('appUser as u')
            .select((of) =>
              sql<string>`'254' || right(regexp_replace(${of.ref('u.phoneNumber')}, '\\D', '', 'g'), 9)`.as(
                'phone',
              ),
            )
            .where('u.id', '=', id)
            .where('u.phoneNumber', '<>', ''),
        ),
        isAbout(eb, intentsOfPerson(on, id)),
      ]),
    )
    .$castTo<SectionRow>()

/** The disputes that are not closed, by due date, at most 20. */
export async function readOpenDisputes(
  of: ReturnType<typeof disputesOfPhone>,
): Promise<PayerView['open_disputes']> {
  const found = await kysely(db())
    .selectFrom(of.as('r'))
    .innerJoin('dispute as d', (join) => join.on(sql<boolean>`d.id = r.id::uuid`))
    .select(['d.id', 'd.reference', 'd.dueAt'])
    .where('d.state', 'in', ['open', 'waiting'])
    .orderBy('d.dueAt')
    .orderBy('d.id')
    .limit(20)
    .execute()
  return found.map(({ id, reference, dueAt }) => ({ id, reference, due_at: dueAt.toISOString() }))
}
