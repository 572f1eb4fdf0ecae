import { sql } from 'kysely'
import type { PayerSection } from '#lib/contract/people/constants.ts'
import { receiptsOfPhone } from '#lib/domain/payments/receipts-of-phone.ts'
import { statesLiteral } from '#lib/domain/payments/states.ts'
import { openReversals } from '#lib/domain/reconciliation/read-reversals.ts'
import { mainReceiptOf } from '#lib/domain/reconciliation/read-subjects.ts'
import { reversalReason } from '#lib/domain/refunds/own-reversals.ts'
import { disputesOfPhone, intentsOfPhone } from './disputes.ts'
import {
  type Books,
  cells,
  countedAt,
  isUndecidedPayment,
  paymentCells,
  paymentSteps,
  refundSteps,
  type SectionRow,
  stepsOf,
  videoTitle,
} from './row.ts'

const paid = (on: Books, phone: string) =>
  on
    .selectFrom('paymentIntent as i')
    .leftJoin('gift as g', 'g.intentId', 'i.id')
    .leftJoin('video as v', 'v.id', 'g.videoId')
    .leftJoin('track as t', 't.id', 'v.trackId')
    .leftJoin('challenge as c', 'c.id', 'g.challengeId')
    .select((eb) =>
      cells({
        ...paymentCells,
        title: videoTitle,
        month: eb.ref('c.title'),
        votes: eb.ref('g.voteCount'),
        videoId: eb.ref('v.id'),
      }),
    )
    .where('i.id', 'in', intentsOfPhone(on, phone))

const gifts = (on: Books, phone: string) =>
  paid(on, phone).where('i.purpose', '=', 'gift').$castTo<SectionRow>()

/** Unsettled payments; a payment with a pending refund is in `openRefunds`. */
export const openPayments = (on: Books, phone: string) =>
  paid(on, phone).where(isUndecidedPayment).$castTo<SectionRow>()

/** Subscriptions, top-ups and unmatched money. */
const payments = (on: Books, phone: string) =>
  paid(on, phone)
    .where('i.purpose', '<>', 'gift')
    .unionAll(unmatchedReceipts(on, phone))
    .unionAll(unmatchedReversals(on, phone))
    .$castTo<SectionRow>()

// Alias `r`: `mainReceiptOf` below uses `m`.
const unmatchedReceipts = (on: Books, phone: string) =>
  on
    .selectFrom('mpesaReceipt as r')
    .select((eb) =>
      cells({
        id: eb.ref('r.receipt'),
        at: eb.ref('r.paidAt'),
        kind: sql.lit('receipt'),
        state: eb
          .case()
          .when(
            'r.receipt',
            'in',
            openReversals(on).select((v) => v.ref('v.payment').$notNull().as('payment')),
          )
          .then(sql.lit('reversed'))
          .when('r.status', '=', sql.lit('unmatched'))
          .then(sql.lit('suspense'))
          .when('r.status', '=', sql.lit('refund_pending'))
          .then(sql.lit('refunding'))
          .else(sql<string>`${eb.ref('r.status')}::text`)
          .end(),
        detail: eb.ref('r.accountReference'),
        reason: eb.ref('r.reason'),
        amount: eb.ref('r.amount'),
        phone: eb.ref('r.phone'),
        receipt: eb.ref('r.receipt'),
        steps: stepsOf({ paid: eb.ref('r.paidAt') }),
        caseId: eb.ref('r.receipt'),
      }),
    )
    .where('r.receipt', 'in', receiptsOfPhone(on, phone))
    .where((eb) =>
      eb(
        'r.receipt',
        'is distinct from',
        mainReceiptOf(eb.ref('r.intentId').$notNull()).$castTo<string | null>(),
      ),
    )

const unmatchedReversals = (on: Books, phone: string) =>
  openReversals(on)
    .select((eb) =>
      cells({
        id: sql`'reversal-' || ${eb.ref('v.receipt')}`,
        at: eb.ref('v.reversedAt'),
        kind: sql.lit('reversal'),
        state: sql.lit('reversed'),
        detail: eb.ref('v.accountReference'),
        amount: eb.ref('v.amount'),
        phone: eb.ref('v.phone'),
        receipt: eb.ref('v.receipt'),
        caseId: sql`'reversal-' || ${eb.ref('v.receipt')}`,
      }),
    )
    .where('v.payment', 'is', null)
    .where('v.phone', '=', phone)

/** Money of a phone that is not settled, without gifts. */
export const openOthers = (on: Books, phone: string) =>
  openPayments(on, phone)
    .where('i.purpose', '<>', 'gift')
    .unionAll(openReceipts(on, phone))
    .unionAll(unmatchedReversals(on, phone).$castTo<SectionRow>())

const openReceipts = (on: Books, phone: string) =>
  unmatchedReceipts(on, phone)
    .where('r.status', 'in', statesLiteral(['unmatched']))
    .$castTo<SectionRow>()

/** PIN prompts, with the state of their payments. */
const prompts = (on: Books, phone: string) =>
  on
    .selectFrom('darajaRequest as q')
    .innerJoin('paymentIntent as i', 'i.id', 'q.intentId')
    .select((eb) =>
      cells({
        ...paymentCells,
        id: eb.ref('q.id'),
        at: eb.ref('q.createdAt'),
        steps: stepsOf({
          prompted: eb.ref('q.createdAt'),
          accepted: eb.case().when('q.outcome', '=', 'awaiting').then(eb.ref('q.respondedAt')).end(),
          paid: paymentSteps.paid,
          not_paid: paymentSteps.not_paid,
        }),
      }),
    )
    .where('q.operation', '=', 'stk_push')
    .where('q.intentId', 'in', intentsOfPhone(on, phone))
    .$castTo<SectionRow>()

const refunds = (on: Books, phone: string) =>
  on
    .selectFrom('refund as f')
    .select((eb) =>
      cells({
        id: eb.ref('f.id'),
        at: eb.ref('f.createdAt'),
        kind: eb.ref('f.method'),
        state: eb.ref('f.state'),
        detail: eb.ref('f.problem'),
        reason: reversalReason,
        code: eb.ref('f.resultCode'),
        amount: eb.ref('f.amount'),
        phone: eb.ref('f.phone'),
        receipt: eb.fn.coalesce('f.proof', 'f.receipt'),
        reference: eb.ref('f.reference'),
        steps: stepsOf({
          ...refundSteps,
          refund_sent: eb.ref('f.submittedAt'),
          closed: eb.case().when('f.state', '=', 'failed').then(eb.ref('f.closedAt')).end(),
        }),
        caseId: sql`coalesce(${eb.ref('f.intentId')}::text, ${eb.ref('f.receipt')})`,
      }),
    )
    .where('f.id', 'in', (eb) =>
      eb
        .selectFrom('refund as x')
        .select('x.id')
        .where('x.receipt', 'in', receiptsOfPhone(on, phone))
        .unionAll(
          eb.selectFrom('refund as y').select('y.id').where('y.intentId', 'in', intentsOfPhone(on, phone)),
        ),
    )
    .$castTo<SectionRow>()

export const openRefunds = (on: Books, phone: string) =>
  on
    .selectFrom(refunds(on, phone).as('o'))
    .selectAll('o')
    .where('o.state', 'not in', ['done', 'failed'])
    .$castTo<SectionRow>()

/** Money in suspense that was counted later, by the payer's claim or two super admins. */
const claims = (on: Books, phone: string) =>
  on
    .selectFrom('mpesaReceipt as m')
    .innerJoin('gift as g', 'g.intentId', 'm.intentId')
    .innerJoin('video as v', 'v.id', 'g.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('paymentIntent as i', 'i.id', 'm.intentId')
    .select((eb) =>
      cells({
        id: eb.ref('m.receipt'),
        at: eb.ref('m.createdAt'),
        kind: sql`CASE WHEN EXISTS (${eb
          .selectFrom('journal as j')
          .select('j.id')
          .where('j.idempotencyKey', '=', sql<string>`'intent:' || ${eb.ref('m.intentId')}`)
          .where('j.actor', '=', 'claim')}) THEN 'by_payer' ELSE 'by_staff' END`,
        state: sql.lit('counted'),
        title: videoTitle,
        detail: eb.ref('m.accountReference'),
        amount: eb.ref('m.amount'),
        votes: eb.ref('g.voteCount'),
        phone: eb.ref('m.phone'),
        receipt: eb.ref('m.receipt'),
        steps: stepsOf({ paid: eb.ref('m.paidAt'), settled: countedAt }),
        caseId: eb.ref('m.intentId'),
        videoId: eb.ref('v.id'),
      }),
    )
    .where('m.status', '=', 'claimed')
    .where('m.receipt', 'in', (eb) =>
      receiptsOfPhone(on, phone).unionAll(
        eb
          .selectFrom('mpesaReceipt as y')
          .select('y.receipt')
          .where('y.intentId', 'in', intentsOfPhone(on, phone)),
      ),
    )
    .$castTo<SectionRow>()

const holds = (on: Books, phone: string) =>
  paid(on, phone)
    .where((eb) =>
      eb.or([
        eb('i.holdReason', 'is not', null),
        eb('i.reviewReason', 'is not', null),
        eb('i.state', 'in', statesLiteral(['review', 'unresolved'])),
      ]),
    )
    .$castTo<SectionRow>()

export const payerSections = {
  gifts,
  payments,
  prompts,
  refunds,
  claims,
  holds,
  disputes: disputesOfPhone,
} as const satisfies Record<PayerSection, unknown>
