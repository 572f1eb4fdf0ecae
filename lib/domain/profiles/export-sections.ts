import { type Expression, type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'

type Section = (on: Kysely<DB>, userId: string) => Expression<unknown>

const inShillings = (cents: Expression<bigint | null>) => sql<string>`${cents} / 100.0`

const receiptOf = (eb: ExpressionBuilder<DB & { i: DB['paymentIntent'] }, 'i'>) =>
  eb
    .selectFrom('mpesaReceipt as r')
    .select('r.receipt')
    .whereRef('r.intentId', '=', 'i.id')
    .limit(1)
    .as('receipt')

/** Everything about a person, by section, amounts in shillings. Without notes between officers. */
export const exportSections: Readonly<Record<string, Section>> = {
  account: (on, userId) =>
    on
      .selectFrom('appUser')
      .select(['id', 'username', 'email', 'firstName', 'lastName', 'role', 'phoneNumber'])
      .select(['phoneChangedAt', 'locale', 'isEmailVerified', 'createdAt', 'lastActiveAt'])
      .where('id', '=', userId),
  profile: (on, userId) =>
    on
      .selectFrom('profile')
      .select(['displayName', 'bio', 'location', 'county', 'socialLinks', 'avatarUrl', 'kycStatus'])
      .select(['kycRejectionReason', 'kycFieldReasons', 'kycSubmittedAt', 'kycReviewedAt'])
      .where('userId', '=', userId),
  kyc_documents: (on, userId) =>
    on
      .selectFrom('kycDocument')
      .select(['documentType', 'fileName', 'fileSize', 'mimeType', 'uploadedAt'])
      .where('userId', '=', userId)
      .orderBy('documentType'),
  kyc_decisions: (on, userId) =>
    on
      .selectFrom('kycReview')
      .select(['action', 'reason', 'fieldReasons', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt'),
  // Without the viewer: officers stay anonymous to those they review.
  kyc_views: (on, userId) =>
    on
      .selectFrom('auditEvent')
      .select(['at', 'action'])
      .where('subjectId', '=', userId)
      .where('subjectType', '=', 'user')
      .where('action', 'in', ['kyc.viewed', 'kyc.document_viewed'])
      .orderBy('id'),
  sessions: (on, userId) =>
    on
      .selectFrom('session')
      .select(['userAgent', 'createdAt', 'expiresAt', 'revokedAt', 'revokedReason'])
      .where('userId', '=', userId)
      .orderBy('createdAt'),
  uploads: (on, userId) =>
    on
      .selectFrom('uploadSession')
      .select(['kind', 'fileName', 'fileSize', 'mimeType', 'details', 'status', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt'),
  tracks: (on, userId) =>
    on
      .selectFrom('track')
      .select(['id', 'title', 'artist', 'genre', 'description', 'tags', 'status', 'fileSize'])
      .select(['durationSeconds', 'reviewComments', 'createdAt', 'reviewedAt', 'retiredAt'])
      .where('musicianId', '=', userId)
      .orderBy('createdAt'),
  videos: (on, userId) =>
    on
      .selectFrom('video as v')
      .innerJoin('track as t', 't.id', 'v.trackId')
      .innerJoin('challenge as c', 'c.id', 'v.challengeId')
      .select(['v.id', 'v.kind', 'v.title', 'v.description', 't.title as track', 'c.title as challenge'])
      .select(['v.youtubeUrl', 'v.videoFileUrl', 'v.status', 'v.rejectionReason'])
      .select(['v.voteCode', 'v.voteCount', 'v.viewCount', 'v.uploadDate'])
      .select(['v.reviewedAt', 'v.approvedDate', 'v.withdrawnAt', 'v.withdrawnBecause'])
      .where('v.dancerId', '=', userId)
      .orderBy('v.uploadDate'),
  subscriptions: (on, userId) =>
    on
      .selectFrom('subscription as s')
      .innerJoin('challenge as c', 'c.id', 's.challengeId')
      .select(['c.title as challenge', 's.status', 's.isLaunch', 's.createdAt', 's.paidAt'])
      .select((eb) => inShillings(eb.ref('s.amount')).as('amount'))
      .where('s.dancerId', '=', userId)
      .orderBy('s.createdAt'),
  subscription_payments: (on, userId) =>
    on
      .selectFrom('subscriptionPayment as p')
      .innerJoin('subscription as s', 's.id', 'p.subscriptionId')
      .innerJoin('paymentIntent as i', 'i.id', 'p.intentId')
      .select(['i.state', 'i.phone', 'i.createdAt', 'i.paidAt'])
      .select((eb) => [inShillings(eb.ref('i.amount')).as('amount'), receiptOf(eb)])
      .where('s.dancerId', '=', userId)
      .orderBy('i.createdAt'),
  track_assignments: (on, userId) =>
    on
      .selectFrom('trackAssignment as a')
      .innerJoin('challenge as c', 'c.id', 'a.challengeId')
      .innerJoin('track as t', 't.id', 'a.trackId')
      .select(['c.title as challenge', 't.title as track', 'a.status', 'a.assignedAt'])
      .where('a.dancerId', '=', userId)
      .orderBy('a.assignedAt'),
  results: (on, userId) =>
    on
      .selectFrom('challengeResult as r')
      .innerJoin('challenge as c', 'c.id', 'r.challengeId')
      .select(['c.title as challenge', 'r.rank', 'r.voteCount'])
      .select((eb) => [inShillings(eb.ref('r.prize')).as('prize'), inShillings(eb.ref('r.tax')).as('tax')])
      .where('r.dancerId', '=', userId)
      .orderBy('c.month'),
  royalty_statements: (on, userId) =>
    on
      .selectFrom('royaltyStatement as s')
      .innerJoin('challenge as c', 'c.id', 's.challengeId')
      .select(['s.id', 'c.title as challenge', 's.videos', 's.allVideos', 's.votes', 's.createdAt'])
      .select((eb) => [
        inShillings(eb.ref('s.pool')).as('pool'),
        inShillings(eb.ref('s.royalty')).as('royalty'),
        inShillings(eb.ref('s.tax')).as('tax'),
        inShillings(eb.ref('s.voteEarnings')).as('voteEarnings'),
      ])
      .where('s.musicianId', '=', userId)
      .orderBy('c.month'),
  royalty_lines: (on, userId) =>
    on
      .selectFrom('royaltyLine as l')
      .innerJoin('royaltyStatement as s', 's.id', 'l.statementId')
      .innerJoin('track as t', 't.id', 'l.trackId')
      .select(['l.statementId', 't.title as track', 'l.videos', 'l.votes'])
      .select((eb) => [
        inShillings(eb.ref('l.royalty')).as('royalty'),
        inShillings(eb.ref('l.voteEarnings')).as('voteEarnings'),
      ])
      .where('s.musicianId', '=', userId)
      .orderBy('s.createdAt')
      .orderBy('t.title'),
  comments: (on, userId) =>
    on
      .selectFrom('comment')
      .select(['id', 'videoId', 'text', 'createdAt', 'deletedAt', 'removalReason'])
      .where('authorId', '=', userId)
      .orderBy('createdAt'),
  comment_reports: (on, userId) =>
    on
      .selectFrom('commentReport')
      .select(['commentId', 'reason', 'createdAt'])
      .where('reporterId', '=', userId)
      .orderBy('createdAt'),
  wallet: (on, userId) =>
    on
      .selectFrom('account')
      .select(['id', 'kind'])
      .select((eb) => [inShillings(eb.ref('posted')).as('balance'), inShillings(eb.ref('held')).as('held')])
      .where('ownerId', '=', userId),
  wallet_transactions: (on, userId) =>
    on
      .selectFrom('entry as e')
      .innerJoin('account as a', 'a.id', 'e.accountId')
      .innerJoin('journal as j', 'j.id', 'e.journalId')
      .select(['j.id', 'j.type', 'j.occurredAt'])
      .select((eb) => [
        inShillings(eb.ref('e.amount')).as('amount'),
        inShillings(eb.ref('e.balanceAfter')).as('balanceAfter'),
      ])
      .where('a.ownerId', '=', userId)
      .orderBy('j.id'),
  topups: (on, userId) =>
    on
      .selectFrom('topup as t')
      .innerJoin('paymentIntent as i', 'i.id', 't.intentId')
      .select(['i.state', 'i.phone', 'i.createdAt', 'i.paidAt'])
      .select((eb) => [inShillings(eb.ref('i.amount')).as('amount'), receiptOf(eb)])
      .where('t.ownerId', '=', userId)
      .orderBy('i.createdAt'),
  withdrawals: (on, userId) =>
    on
      .selectFrom('payout')
      .select(['reference', 'state', 'phone', 'description', 'receipt'])
      .select(['createdAt', 'paidAt', 'closedAt'])
      .select((eb) => inShillings(eb.ref('amount')).as('amount'))
      .where('ownerId', '=', userId)
      .orderBy('createdAt'),
  letters: (on, userId) =>
    on
      .selectFrom('deskLetter')
      .select(['topic', 'text', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt'),
  sent_mails: (on, userId) =>
    on
      .selectFrom('sentMail')
      .select(['template', 'isRefused', 'sentAt'])
      .where('userId', '=', userId)
      .orderBy('sentAt'),
  notifications: (on, userId) =>
    on
      .selectFrom('notification')
      .select(['kind', 'template', 'data', 'createdAt', 'readAt', 'mailSentAt', 'pushSentAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt'),
  notification_choices: (on, userId) =>
    on
      .selectFrom('notificationChoice')
      .select(['kind', 'channel', 'isOn', 'changedAt'])
      .where('userId', '=', userId)
      .orderBy('kind')
      .orderBy('channel'),
  push_devices: (on, userId) =>
    on
      .selectFrom('pushSubscription')
      .select(['endpoint', 'locale', 'createdAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt'),
  activity: (on, userId) =>
    on
      .selectFrom('auditEvent')
      .select(['at', 'action', 'subjectType', 'subjectId', 'address'])
      .where('actorId', '=', userId)
      .orderBy('at'),
}
