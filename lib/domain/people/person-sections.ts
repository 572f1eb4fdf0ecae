import { type ExpressionBuilder, sql } from 'kysely'
import type { PersonSection } from '#lib/contract/people/constants.ts'
import { now } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { withdrawalState } from '#lib/domain/money-out/rows.ts'
import { disputesOfPerson, intentsOfPerson } from './disputes.ts'
import {
  type Books,
  cells,
  isOpenPayment,
  paymentCells,
  type SectionRow,
  stepsOf,
  videoTitle,
} from './row.ts'

export type PersonOf = { readonly id: string; readonly role: string }

const wallet = (on: Books, { id }: PersonOf) =>
  on
    .selectFrom('account as a')
    .innerJoin('entry as e', 'e.accountId', 'a.id')
    .innerJoin('journal as j', 'j.id', 'e.journalId')
    .select((eb) =>
      cells({
        id: eb.ref('j.id'),
        at: eb.ref('j.occurredAt'),
        kind: eb.ref('j.type'),
        amount: eb.ref('e.amount'),
        balance: eb.ref('e.balanceAfter'),
        caseId: eb
          .case()
          .when('j.sourceType', 'in', ['payment_intent', 'payout'])
          .then(eb.ref('j.sourceId'))
          .end(),
        place: eb.ref('j.id'),
      }),
    )
    .where('a.ownerId', '=', id)
    .$castTo<SectionRow>()

const withdrawals = (on: Books, person: PersonOf) => withdrawalsOf(on, person).$castTo<SectionRow>()

export const heldWithdrawals = (on: Books, person: PersonOf) =>
  withdrawalsOf(on, person).where('p.isHeld', 'is', true).$castTo<SectionRow>()

const withdrawalsOf = (on: Books, { id }: PersonOf) =>
  on
    .selectFrom('payout as p')
    .select((eb) =>
      cells({
        id: eb.ref('p.id'),
        at: eb.ref('p.createdAt'),
        kind: sql.lit('withdrawal'),
        state: withdrawalState,
        detail: eb.ref('p.description'),
        code: eb.ref('p.resultCode'),
        amount: eb.ref('p.amount'),
        phone: eb.ref('p.phone'),
        receipt: eb.ref('p.receipt'),
        reference: eb.ref('p.reference'),
        by: eb
          .selectFrom('payoutApproval as y')
          .innerJoin('appUser as u', 'u.id', 'y.officerId')
          .select(sql<string>`string_agg(u.username, ', ' ORDER BY y.created_at)`.as('names'))
          .whereRef('y.payoutId', '=', 'p.id'),
        steps: stepsOf({
          requested: eb.ref('p.createdAt'),
          due: eb.ref('p.approveAfter'),
          approved: eb.ref('p.approvedAt'),
          sent: eb.ref('p.submittedAt'),
          paid: eb.ref('p.paidAt'),
          closed: eb.ref('p.closedAt'),
        }),
        caseId: eb.ref('p.id'),
      }),
    )
    .where('p.ownerId', '=', id)

/** Subscriptions and top-ups by M-Pesa. A subscription paid from the wallet is listed in `wallet`. */
const payments = (on: Books, { id }: PersonOf) =>
  on
    .selectFrom('paymentIntent as i')
    .leftJoin('subscriptionPayment as q', 'q.intentId', 'i.id')
    .leftJoin('subscription as s', 's.id', 'q.subscriptionId')
    .leftJoin('challenge as c', 'c.id', 's.challengeId')
    .select((eb) => cells({ ...paymentCells, month: eb.ref('c.title') }))
    .where('i.id', 'in', intentsOfPerson(on, id))
    .$castTo<SectionRow>()

/** Gifts to a dancer's videos, or to videos of a musician's tracks. */
const gifts = (on: Books, person: PersonOf) => giftsTo(on, person).$castTo<SectionRow>()

export const openGifts = (on: Books, person: PersonOf) =>
  giftsTo(on, person).where(isOpenPayment).$castTo<SectionRow>()

const giftsTo = (on: Books, { id, role }: PersonOf) =>
  on
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .innerJoin('video as v', 'v.id', 'g.videoId')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('challenge as c', 'c.id', 'g.challengeId')
    .select((eb) =>
      cells({
        ...paymentCells,
        title: videoTitle,
        month: eb.ref('c.title'),
        votes: eb.ref('g.voteCount'),
        videoId: eb.ref('v.id'),
      }),
    )
    .where(role === 'copyright_owner' ? 't.musicianId' : 'v.dancerId', '=', id)

/** Videos with votes, and tracks with votes per month. */
const works = (on: Books, { id }: PersonOf) =>
  on
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .innerJoin('challenge as c', 'c.id', 'v.challengeId')
    .select((eb) =>
      cells({
        id: eb.ref('v.id'),
        at: eb.ref('v.uploadDate'),
        kind: sql`'video_' || ${eb.ref('v.kind')}`,
        state: eb.ref('v.status'),
        title: videoTitle,
        detail: eb.ref('v.rejectionReason'),
        month: eb.ref('c.title'),
        votes: eb.ref('v.voteCount'),
        videoId: eb.ref('v.id'),
        by: eb.selectFrom('appUser as u').select('u.username').whereRef('u.id', '=', 'v.reviewedBy'),
      }),
    )
    .where('v.dancerId', '=', id)
    .unionAll(
      on
        .selectFrom('track as t')
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('video as w')
              .select(['w.challengeId'])
              .select((of) => of.fn.sum<number>('w.voteCount').as('votes'))
              .whereRef('w.trackId', '=', 't.id')
              .groupBy('w.challengeId')
              .as('m'),
          (join) => join.onTrue(),
        )
        .leftJoin('challenge as c', 'c.id', 'm.challengeId')
        .select((eb) =>
          cells({
            id: sql`${eb.ref('t.id')} || ' ' || coalesce(${eb.ref('m.challengeId')}::text, '')`,
            at: eb.ref('t.createdAt'),
            kind: sql.lit('track'),
            state: eb.ref('t.status'),
            title: eb.ref('t.title'),
            detail: eb.ref('t.reviewComments'),
            month: eb.ref('c.title'),
            votes: sql`coalesce(${eb.ref('m.votes')}, 0)`,
            by: eb.selectFrom('appUser as u').select('u.username').whereRef('u.id', '=', 't.reviewedBy'),
          }),
        )
        .where('t.musicianId', '=', id),
    )
    .$castTo<SectionRow>()

/** Officers' decisions, and proposals to revoke the identity. */
const identity = (on: Books, { id }: PersonOf) =>
  on
    .selectFrom('kycReview as k')
    .innerJoin('appUser as u', 'u.id', 'k.officerId')
    .select((eb) =>
      cells({
        id: eb.ref('k.id'),
        at: eb.ref('k.createdAt'),
        kind: eb.ref('k.action'),
        title: eb.ref('k.reason'),
        detail: eb.ref('k.internalNote'),
        by: eb.ref('u.username'),
      }),
    )
    .where('k.userId', '=', id)
    .unionAll(
      on
        .selectFrom('identityRevocation as v')
        .innerJoin('appUser as u', 'u.id', 'v.proposedBy')
        .leftJoin('appUser as d', 'd.id', 'v.decidedBy')
        .select((eb) =>
          cells({
            id: eb.ref('v.id'),
            at: eb.ref('v.proposedAt'),
            kind: sql.lit('revocation'),
            state: eb.ref('v.state'),
            title: eb.ref('v.reason'),
            by: sql`concat_ws(', ', ${eb.ref('u.username')}, ${eb.ref('d.username')})`,
            steps: stepsOf({ asked: eb.ref('v.proposedAt'), closed: eb.ref('v.decidedAt') }),
          }),
        )
        .where('v.userId', '=', id),
    )
    .$castTo<SectionRow>()

const sessions = (on: Books, { id }: PersonOf) =>
  on
    .selectFrom('session as s')
    .select((eb) =>
      cells({
        id: eb.ref('s.id'),
        at: eb.ref('s.createdAt'),
        kind: sql.lit('sign_in'),
        state: eb
          .case()
          .when('s.revokedAt', 'is not', null)
          .then(sql.lit('ended'))
          .when('s.expiresAt', '<', now())
          .then(sql.lit('expired'))
          .else(sql.lit('open'))
          .end(),
        title: eb.ref('s.userAgent'),
        reason: eb.ref('s.revokedReason'),
        steps: stepsOf({ closed: eb.fn.coalesce('s.revokedAt', 's.expiresAt') }),
      }),
    )
    .where('s.userId', '=', id)
    .$castTo<SectionRow>()

/** Sent mails, and the desk's letters before they are sent, each by its own index. */
const letters = (on: Books, { id }: PersonOf) => {
  // The person's language, in which `records.ts` writes the mail's subject.
  const title = on.selectFrom('appUser as o').select('o.locale').where('o.id', '=', id)
  return on
    .selectFrom('sentMail as m')
    .leftJoin('deskLetter as l', 'l.id', 'm.id')
    .leftJoin('appUser as u', 'u.id', 'l.writtenBy')
    .select((eb) =>
      cells({
        id: eb.ref('m.id'),
        at: eb.fn.coalesce('l.createdAt', 'm.sentAt'),
        kind: eb.ref('m.template'),
        state: eb.case().when('m.isRefused', 'is', true).then(sql.lit('refused')).else(sql.lit('sent')).end(),
        title,
        detail: eb.ref('l.text'),
        by: eb.ref('u.username'),
        steps: stepsOf({ sent: eb.ref('m.sentAt') }),
      }),
    )
    .where('m.userId', '=', id)
    .unionAll(
      on
        .selectFrom('deskLetter as l')
        .innerJoin('appUser as u', 'u.id', 'l.writtenBy')
        .select((eb) =>
          cells({
            id: eb.ref('l.id'),
            at: eb.ref('l.createdAt'),
            kind: sql`'letter_' || ${eb.ref('l.topic')}`,
            state: sql.lit('queued'),
            title,
            detail: eb.ref('l.text'),
            by: eb.ref('u.username'),
          }),
        )
        .where('l.userId', '=', id)
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom('sentMail as m').select('m.id').whereRef('m.id', '=', 'l.id'))),
        ),
    )
    .$castTo<SectionRow>()
}

type CommentRow = ExpressionBuilder<DB & { c: DB['comment'] }, 'c'>
const commentState = (eb: CommentRow) =>
  eb
    .case()
    .when('c.deletedAt', 'is', null)
    .then(sql.lit('shown'))
    .when('c.removalReason', '<>', '')
    .then(sql.lit('removed'))
    .else(sql.lit('deleted'))
    .end()

/** Comments, reports about them, and reports by this person. */
const comments = (on: Books, { id }: PersonOf) =>
  on
    .selectFrom('comment as c')
    .select((eb) =>
      cells({
        id: eb.ref('c.id'),
        at: eb.ref('c.createdAt'),
        kind: sql.lit('comment'),
        state: commentState(eb),
        title: eb.ref('c.text'),
        detail: eb.ref('c.removalReason'),
        videoId: eb.ref('c.videoId'),
      }),
    )
    .where('c.authorId', '=', id)
    .unionAll(reports(on, 'report_by').where('r.reporterId', '=', id))
    .unionAll(reports(on, 'report_about').where('c.authorId', '=', id).where('r.reporterId', '<>', id))
    .$castTo<SectionRow>()

const reports = (on: Books, kind: 'report_by' | 'report_about') =>
  on
    .selectFrom('commentReport as r')
    .innerJoin('comment as c', 'c.id', 'r.commentId')
    .select((eb) =>
      cells({
        id: sql`${eb.ref('r.commentId')} || ' ' || ${eb.ref('r.reporterId')}`,
        at: eb.ref('r.createdAt'),
        kind: sql.lit(kind),
        state: eb
          .case()
          .when('r.dismissedAt', 'is not', null)
          .then(sql.lit('dismissed'))
          .when('c.deletedAt', 'is not', null)
          .then(sql.lit('removed'))
          .else(sql.lit('open'))
          .end(),
        title: eb.ref('c.text'),
        detail: eb.ref('r.reason'),
        videoId: eb.ref('c.videoId'),
      }),
    )

/** Audit events about the person, their withdrawals, videos and tracks. */
const audit = (on: Books, { id }: PersonOf) => {
  const subjects = sql<string>`any(array(${on
    .selectFrom('payout')
    .select((eb) => eb.cast<string>('id', 'text').as('id'))
    .where('ownerId', '=', id)
    .unionAll(
      on
        .selectFrom('video')
        .select((eb) => eb.cast<string>('id', 'text').as('id'))
        .where('dancerId', '=', id),
    )
    .unionAll(
      on
        .selectFrom('track')
        .select((eb) => eb.cast<string>('id', 'text').as('id'))
        .where('musicianId', '=', id),
    )}) || ${id}::text)`
  return on
    .selectFrom('auditEvent as e')
    .leftJoin('appUser as u', 'u.id', 'e.actorId')
    .select((eb) =>
      cells({
        id: eb.ref('e.id'),
        at: eb.ref('e.at'),
        kind: eb.ref('e.action'),
        title: eb.ref('e.subjectType'),
        detail: sql`coalesce(${eb.ref('e.after')}->>'reason', ${eb.ref('e.after')}->>'note')`,
        by: eb.ref('u.username'),
        place: eb.ref('e.id'),
      }),
    )
    .where('e.subjectId', '=', subjects)
    .$castTo<SectionRow>()
}

export const personSections = {
  wallet,
  withdrawals,
  payments,
  gifts,
  disputes: (on: Books, { id }: PersonOf) => disputesOfPerson(on, id),
  works,
  identity,
  sessions,
  letters,
  comments,
  audit,
} as const satisfies Record<PersonSection, unknown>
