import { type Expression, expressionBuilder, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'

const IS_UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** SQL: a subject's id as a UUID; null where it is none. */
export function uuidOf(subjectId: Expression<string>) {
  const eb = expressionBuilder<DB, never>()
  return eb.case().when(subjectId, '~', IS_UUID).then(eb.cast<string>(subjectId, 'uuid')).end()
}

/** A row `p` of a page, as far as its subject goes. `subject_uuid` is its id, where that is a UUID. */
type OfPage = DB & { p: { subject_type: string; subject_id: string; subject_uuid: string | null } }

/** SQL: what people call the subject of a row; null where it has no name, or is of a kind without names. */
export function nameOfSubject() {
  const eb = expressionBuilder<OfPage, 'p'>()
  return eb
    .case('p.subject_type')
    .when('user')
    .then(eb.selectFrom('app_user').select('username').whereRef('app_user.id', '=', 'p.subject_uuid'))
    .when('track')
    .then(eb.selectFrom('track').select('title').whereRef('track.id', '=', 'p.subject_uuid'))
    .when('video')
    .then(
      eb
        .selectFrom('video as v')
        .select((v) => v.fn<string | null>('nullif', ['v.title', sql.lit('')]).as('title'))
        .whereRef('v.id', '=', 'p.subject_uuid'),
    )
    .when('challenge')
    .then(eb.selectFrom('challenge').select('title').whereRef('challenge.id', '=', 'p.subject_uuid'))
    .when('payout')
    .then(eb.selectFrom('payout').select('reference').whereRef('payout.id', '=', 'p.subject_uuid'))
    .when('fund_transfer')
    .then(
      eb.selectFrom('fund_transfer').select('reference').whereRef('fund_transfer.id', '=', 'p.subject_uuid'),
    )
    .when('payment')
    .then(
      eb
        .selectFrom('payment_intent')
        .select('account_reference')
        .whereRef('payment_intent.id', '=', 'p.subject_uuid'),
    )
    .when('fraud_signal')
    .then(
      eb
        .selectFrom('fraud_signal as f')
        .innerJoin('video as v', 'v.id', 'f.video_id')
        .select('v.title')
        .whereRef('f.id', '=', 'p.subject_uuid'),
    )
    .end()
}

/** SQL: how much money (in cents) the subject of a row is about; null where it is about none. */
export function amountOfSubject() {
  const eb = expressionBuilder<OfPage, 'p'>()
  return eb
    .case('p.subject_type')
    .when('payout')
    .then(eb.selectFrom('payout').select('amount').whereRef('payout.id', '=', 'p.subject_uuid'))
    .when('fund_transfer')
    .then(eb.selectFrom('fund_transfer').select('amount').whereRef('fund_transfer.id', '=', 'p.subject_uuid'))
    .when('payment')
    .then(
      eb.selectFrom('payment_intent').select('amount').whereRef('payment_intent.id', '=', 'p.subject_uuid'),
    )
    .when('receipt')
    .then(eb.selectFrom('mpesa_receipt').select('amount').whereRef('receipt', '=', 'p.subject_id'))
    .end()
}
