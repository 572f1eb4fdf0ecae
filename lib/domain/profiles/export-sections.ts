import { type Expression, type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'

type Section = (on: Kysely<DB>, userId: string) => Expression<unknown>

const inShillings = (cents: Expression<bigint | null>) => sql<string>`${cents} / 100.0`

/** The receipt of a payment, where it has one. */
const receiptOf = (eb: ExpressionBuilder<DB & { i: DB['payment_intent'] }, 'i'>) =>
  eb
    .selectFrom('mpesa_receipt as r')
    .select('r.receipt')
    .whereRef('r.intent_id', '=', 'i.id')
    .limit(1)
    .as('receipt')

/**
 * Selects what is held about a person, section by section, with amounts in shillings. Notes that officers wrote for each
 * other are not in it.
 */
export const exportSections: Readonly<Record<string, Section>> = {
  account: (on, userId) =>
    on
      .selectFrom('app_user')
      .select(['id', 'username', 'email', 'first_name', 'last_name', 'role', 'phone_number'])
      .select(['phone_changed_at', 'locale', 'is_email_verified', 'created_at', 'last_active_at'])
      .where('id', '=', userId),
  profile: (on, userId) =>
    on
      .selectFrom('profile')
      .select(['display_name', 'bio', 'location', 'county', 'social_links', 'avatar_url', 'kyc_status'])
      .select(['kyc_rejection_reason', 'kyc_field_reasons', 'kyc_submitted_at', 'kyc_reviewed_at'])
      .where('user_id', '=', userId),
  kyc_documents: (on, userId) =>
    on
      .selectFrom('kyc_document')
      .select(['document_type', 'file_name', 'file_size', 'mime_type', 'uploaded_at'])
      .where('user_id', '=', userId)
      .orderBy('document_type'),
  kyc_decisions: (on, userId) =>
    on
      .selectFrom('kyc_review')
      .select(['action', 'reason', 'field_reasons', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at'),
  // Who looked is not told: officers are not named to those they decide about.
  kyc_views: (on, userId) =>
    on
      .selectFrom('audit_event')
      .select(['at', 'action'])
      .where('subject_id', '=', userId)
      .where('subject_type', '=', 'user')
      .where('action', 'in', ['kyc.viewed', 'kyc.document_viewed'])
      .orderBy('id'),
  sessions: (on, userId) =>
    on
      .selectFrom('session')
      .select(['user_agent', 'created_at', 'expires_at', 'revoked_at', 'revoked_reason'])
      .where('user_id', '=', userId)
      .orderBy('created_at'),
  uploads: (on, userId) =>
    on
      .selectFrom('upload_session')
      .select(['kind', 'file_name', 'file_size', 'mime_type', 'details', 'status', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at'),
  tracks: (on, userId) =>
    on
      .selectFrom('track')
      .select(['id', 'title', 'artist', 'genre', 'description', 'tags', 'status', 'file_size'])
      .select(['duration_seconds', 'review_comments', 'created_at', 'reviewed_at', 'retired_at'])
      .where('musician_id', '=', userId)
      .orderBy('created_at'),
  videos: (on, userId) =>
    on
      .selectFrom('video as v')
      .innerJoin('track as t', 't.id', 'v.track_id')
      .innerJoin('challenge as c', 'c.id', 'v.challenge_id')
      .select(['v.id', 'v.kind', 'v.title', 'v.description', 't.title as track', 'c.title as challenge'])
      .select(['v.youtube_url', 'v.video_file_url', 'v.status', 'v.rejection_reason'])
      .select(['v.vote_count', 'v.view_count', 'v.upload_date'])
      .where('v.dancer_id', '=', userId)
      .orderBy('v.upload_date'),
  subscriptions: (on, userId) =>
    on
      .selectFrom('subscription as s')
      .innerJoin('challenge as c', 'c.id', 's.challenge_id')
      .select(['c.title as challenge', 's.status', 's.is_launch', 's.created_at', 's.paid_at'])
      .select((eb) => inShillings(eb.ref('s.amount')).as('amount'))
      .where('s.dancer_id', '=', userId)
      .orderBy('s.created_at'),
  subscription_payments: (on, userId) =>
    on
      .selectFrom('subscription_payment as p')
      .innerJoin('subscription as s', 's.id', 'p.subscription_id')
      .innerJoin('payment_intent as i', 'i.id', 'p.intent_id')
      .select(['i.state', 'i.phone', 'i.created_at', 'i.paid_at'])
      .select((eb) => [inShillings(eb.ref('i.amount')).as('amount'), receiptOf(eb)])
      .where('s.dancer_id', '=', userId)
      .orderBy('i.created_at'),
  track_assignments: (on, userId) =>
    on
      .selectFrom('track_assignment as a')
      .innerJoin('challenge as c', 'c.id', 'a.challenge_id')
      .innerJoin('track as t', 't.id', 'a.track_id')
      .select(['c.title as challenge', 't.title as track', 'a.status', 'a.assigned_at'])
      .where('a.dancer_id', '=', userId)
      .orderBy('a.assigned_at'),
  results: (on, userId) =>
    on
      .selectFrom('challenge_result as r')
      .innerJoin('challenge as c', 'c.id', 'r.challenge_id')
      .select(['c.title as challenge', 'r.rank', 'r.vote_count'])
      .select((eb) => inShillings(eb.ref('r.prize')).as('prize'))
      .where('r.dancer_id', '=', userId)
      .orderBy('c.month'),
  royalty_statements: (on, userId) =>
    on
      .selectFrom('royalty_statement as s')
      .innerJoin('challenge as c', 'c.id', 's.challenge_id')
      .select(['s.id', 'c.title as challenge', 's.videos', 's.all_videos', 's.votes', 's.created_at'])
      .select((eb) => [
        inShillings(eb.ref('s.pool')).as('pool'),
        inShillings(eb.ref('s.royalty')).as('royalty'),
        inShillings(eb.ref('s.vote_earnings')).as('vote_earnings'),
      ])
      .where('s.musician_id', '=', userId)
      .orderBy('c.month'),
  royalty_lines: (on, userId) =>
    on
      .selectFrom('royalty_line as l')
      .innerJoin('royalty_statement as s', 's.id', 'l.statement_id')
      .innerJoin('track as t', 't.id', 'l.track_id')
      .select(['l.statement_id', 't.title as track', 'l.videos', 'l.votes'])
      .select((eb) => [
        inShillings(eb.ref('l.royalty')).as('royalty'),
        inShillings(eb.ref('l.vote_earnings')).as('vote_earnings'),
      ])
      .where('s.musician_id', '=', userId)
      .orderBy('s.created_at')
      .orderBy('t.title'),
  comments: (on, userId) =>
    on
      .selectFrom('comment')
      .select(['id', 'video_id', 'text', 'created_at', 'deleted_at', 'removal_reason'])
      .where('author_id', '=', userId)
      .orderBy('created_at'),
  comment_reports: (on, userId) =>
    on
      .selectFrom('comment_report')
      .select(['comment_id', 'reason', 'created_at'])
      .where('reporter_id', '=', userId)
      .orderBy('created_at'),
  wallet: (on, userId) =>
    on
      .selectFrom('account')
      .select(['id', 'kind'])
      .select((eb) => [inShillings(eb.ref('posted')).as('balance'), inShillings(eb.ref('held')).as('held')])
      .where('owner_id', '=', userId),
  wallet_transactions: (on, userId) =>
    on
      .selectFrom('entry as e')
      .innerJoin('account as a', 'a.id', 'e.account_id')
      .innerJoin('journal as j', 'j.id', 'e.journal_id')
      .select(['j.id', 'j.type', 'j.occurred_at'])
      .select((eb) => [
        inShillings(eb.ref('e.amount')).as('amount'),
        inShillings(eb.ref('e.balance_after')).as('balance_after'),
      ])
      .where('a.owner_id', '=', userId)
      .orderBy('j.id'),
  topups: (on, userId) =>
    on
      .selectFrom('topup as t')
      .innerJoin('payment_intent as i', 'i.id', 't.intent_id')
      .select(['i.state', 'i.phone', 'i.created_at', 'i.paid_at'])
      .select((eb) => [inShillings(eb.ref('i.amount')).as('amount'), receiptOf(eb)])
      .where('t.owner_id', '=', userId)
      .orderBy('i.created_at'),
  withdrawals: (on, userId) =>
    on
      .selectFrom('payout')
      .select(['reference', 'state', 'phone', 'description', 'receipt'])
      .select(['created_at', 'paid_at', 'closed_at'])
      .select((eb) => inShillings(eb.ref('amount')).as('amount'))
      .where('owner_id', '=', userId)
      .orderBy('created_at'),
  notifications: (on, userId) =>
    on
      .selectFrom('notification')
      .select(['kind', 'template', 'data', 'created_at', 'read_at', 'mail_sent_at', 'push_sent_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at'),
  notification_choices: (on, userId) =>
    on
      .selectFrom('notification_choice')
      .select(['kind', 'channel', 'is_on', 'changed_at'])
      .where('user_id', '=', userId)
      .orderBy('kind')
      .orderBy('channel'),
  push_devices: (on, userId) =>
    on
      .selectFrom('push_subscription')
      .select(['endpoint', 'locale', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at'),
  activity: (on, userId) =>
    on
      .selectFrom('audit_event')
      .select(['at', 'action', 'subject_type', 'subject_id', 'address'])
      .where('actor_id', '=', userId)
      .orderBy('at'),
}
