import { type Expression, expressionBuilder, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'

const IS_UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** SQL: null if the subject's id is no UUID. */
export function uuidOf(subjectId: Expression<string>) {
  const eb = expressionBuilder<DB, never>()
  return eb.case().when(subjectId, '~', IS_UUID).then(eb.cast<string>(subjectId, 'uuid')).end()
}

/** `subjectUuid` is the subject's id if it is a UUID. */
type OfPage = DB & { p: { subjectType: string; subjectId: string; subjectUuid: string | null } }

/** SQL: the name of a row's subject; null if it has none. */
export function nameOfSubject() {
  const eb = expressionBuilder<OfPage, 'p'>()
  return eb
    .case('p.subjectType')
    .when('user')
    .then(eb.selectFrom('appUser').select('username').whereRef('appUser.id', '=', 'p.subjectUuid'))
    .when('track')
    .then(eb.selectFrom('track').select('title').whereRef('track.id', '=', 'p.subjectUuid'))
    .when('video')
    .then(
      eb
        .selectFrom('video as v')
        .select((v) => v.fn<string | null>('nullif', ['v.title', sql.lit('')]).as('title'))
        .whereRef('v.id', '=', 'p.subjectUuid'),
    )
    .when('challenge')
    .then(eb.selectFrom('challenge').select('title').whereRef('challenge.id', '=', 'p.subjectUuid'))
    .when('payout')
    .then(eb.selectFrom('payout').select('reference').whereRef('payout.id', '=', 'p.subjectUuid'))
    .when('fund_transfer')
    .then(eb.selectFrom('fundTransfer').select('reference').whereRef('fundTransfer.id', '=', 'p.subjectUuid'))
    .when('cash_journal')
    .then(eb.selectFrom('cashJournal').select('reference').whereRef('cashJournal.id', '=', 'p.subjectUuid'))
    .when('payment')
    .then(
      eb
        .selectFrom('paymentIntent')
        .select('accountReference')
        .whereRef('paymentIntent.id', '=', 'p.subjectUuid'),
    )
    .when('fraud_signal')
    .then(
      eb
        .selectFrom('fraudSignal as f')
        .innerJoin('video as v', 'v.id', 'f.videoId')
        .select('v.title')
        .whereRef('f.id', '=', 'p.subjectUuid'),
    )
    .end()
}

/** SQL: the amount in cents of a row's subject; null if none. */
export function amountOfSubject() {
  const eb = expressionBuilder<OfPage, 'p'>()
  return eb
    .case('p.subjectType')
    .when('payout')
    .then(eb.selectFrom('payout').select('amount').whereRef('payout.id', '=', 'p.subjectUuid'))
    .when('fund_transfer')
    .then(eb.selectFrom('fundTransfer').select('amount').whereRef('fundTransfer.id', '=', 'p.subjectUuid'))
    .when('cash_journal')
    .then(eb.selectFrom('cashJournal').select('amount').whereRef('cashJournal.id', '=', 'p.subjectUuid'))
    .when('payment')
    .then(eb.selectFrom('paymentIntent').select('amount').whereRef('paymentIntent.id', '=', 'p.subjectUuid'))
    .when('receipt')
    .then(eb.selectFrom('mpesaReceipt').select('amount').whereRef('receipt', '=', 'p.subjectId'))
    .end()
}
