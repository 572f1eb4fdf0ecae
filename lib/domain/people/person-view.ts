import type { GivenPersonView } from '#lib/contract/people/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { standingOf } from '#lib/domain/approvals/two-people.ts'
import { isFreeOfSignals } from '#lib/domain/fraud/share-holds.ts'
import { needsKyc } from '#lib/domain/kyc/policy.ts'
import { readKycDocuments } from '#lib/domain/kyc/queries.ts'
import { submitted } from '#lib/domain/kyc/submission-queries.ts'
import { withdrawalState } from '#lib/domain/money-out/rows.ts'
import { readUser } from '#lib/domain/overview/users.ts'
import { payoutsArePaused } from '#lib/domain/payouts/alerts.ts'
import { barsOf } from '#lib/domain/payouts/bars.ts'
import { findWallet } from '#lib/domain/wallets/queries.ts'
import { disputesOfPerson, readOpenDisputes } from './disputes.ts'
import { heldShares, sumOpen } from './open-money.ts'
import { heldWithdrawals, openGifts, type PersonOf, personSections } from './person-sections.ts'
import { openStandings } from './row.ts'

/** @throws NotFoundError for an unknown account; a closed account still has a page */
export async function requirePerson(id: string): Promise<PersonOf> {
  const found = await kysely(db())
    .selectFrom('appUser')
    .select(['id', 'role'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  return found
}

/**
 * @param readerId the super admin who reads; decides which proposals they may confirm
 * @throws NotFoundError for an unknown account
 */
export async function viewPerson(id: string, readerId: string): Promise<GivenPersonView> {
  const item = await readUser(id)
  const account = await readAccount(id)
  if (!item || !account) throw new NotFoundError()
  const of = { id, role: item.role }
  const isMember = needsKyc(item.role)
  const [wallet, kyc, open, disputes, isDoubted, isPaused] = await Promise.all([
    findWallet(id),
    isMember ? readIdentity(id, readerId) : null,
    isMember ? readOpenMoney(of) : [],
    isMember ? readOpenDisputes(disputesOfPerson(kysely(db()), id)) : [],
    isMember ? hasDoubtedPayout(id) : false,
    payoutsArePaused(db()),
  ])
  const hasWithdrawals = open.some(({ section }) => section === 'withdrawals')
  return {
    ...item,
    has_phone: account.phoneNumber !== '',
    is_email_verified: account.isEmailVerified,
    locale: account.locale,
    phone_changed_at: account.phoneChangedAt?.toISOString() ?? null,
    erased_at: account.deletedAt?.toISOString() ?? null,
    open_sessions: account.sessions,
    kyc,
    wallet: wallet ?? null,
    freeze: account.withdrawalsFrozenAt && {
      at: account.withdrawalsFrozenAt.toISOString(),
      reason: account.withdrawalsFrozenWhy,
    },
    withdrawal_bars: isMember ? barsOf(account, isDoubted, hasWithdrawals && isPaused) : [],
    open_money: open,
    open_disputes: disputes,
  }
}

function readAccount(id: string) {
  return kysely(db())
    .selectFrom('appUser as u')
    .leftJoin('profile as k', 'k.userId', 'u.id')
    .select(['u.phoneNumber', 'u.isActive', 'u.isEmailVerified', 'u.locale', 'u.phoneChangedAt'])
    .select(['u.deletedAt', 'u.withdrawalsFrozenAt', 'u.withdrawalsFrozenWhy', 'k.kycStatus'])
    .select((eb) =>
      eb
        .selectFrom('session as s')
        .select((s) => s.cast<number>(s.fn.countAll(), 'int4').as('open'))
        .whereRef('s.userId', '=', 'u.id')
        .where('s.revokedAt', 'is', null)
        .where('s.expiresAt', '>', now())
        .$asScalar()
        .$notNull()
        .as('sessions'),
    )
    .where('u.id', '=', id)
    .executeTakeFirst()
}

/** Whether a withdrawal takes a share of a gift with an open signal, and so is not sent. */
async function hasDoubtedPayout(ownerId: string): Promise<boolean> {
  const found = await kysely(db())
    .selectFrom('payout as p')
    .select('p.id')
    .where('p.ownerId', '=', ownerId)
    .where('p.state', 'in', ['requested', 'approved'])
    .where((eb) => eb.not(isFreeOfSignals(eb)))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

async function readIdentity(id: string, readerId: string): Promise<GivenPersonView['kyc']> {
  const [profile, documents, revocation] = await Promise.all([
    kysely(db())
      .selectFrom('profile as k')
      .select(['k.kycStatus', 'k.kycSubmittedAt', 'k.kycReviewedAt', 'k.kycRejectionReason'])
      .select((eb) =>
        eb
          .selectFrom('identityRevocation as v')
          .select((of) => of.fn.max('v.decidedAt').as('at'))
          .whereRef('v.userId', '=', 'k.userId')
          .where('v.state', '=', 'confirmed')
          .where('k.kycStatus', '=', 'rejected')
          .where((of) =>
            of.or([of('k.kycReviewedAt', 'is', null), of('v.decidedAt', '>', of.ref('k.kycReviewedAt'))]),
          )
          .as('revokedAt'),
      )
      .where('k.userId', '=', id)
      .executeTakeFirst(),
    readKycDocuments(db(), id),
    readRevocation(id, readerId),
  ])
  if (!profile) return null
  return {
    submitted_at: profile.kycSubmittedAt?.toISOString() ?? null,
    reviewed_at: profile.kycReviewedAt?.toISOString() ?? null,
    revoked_at: profile.revokedAt?.toISOString() ?? null,
    rejection_reason: storedSentence(profile.kycRejectionReason),
    documents,
    can_open: submitted.includes(profile.kycStatus),
    revocation,
  }
}

async function readRevocation(id: string, readerId: string) {
  const found = await kysely(db())
    .selectFrom('identityRevocation as v')
    .innerJoin('appUser as u', 'u.id', 'v.proposedBy')
    .select(['v.id', 'v.reason', 'v.proposedBy', 'v.proposedAt', 'u.username'])
    .where('v.userId', '=', id)
    .where('v.state', '=', 'waiting')
    .executeTakeFirst()
  if (!found) return null
  const standing = await standingOf(db(), readerId, [found.proposedBy])
  return {
    id: found.id,
    reason: found.reason,
    proposed_by: found.username,
    proposed_at: found.proposedAt.toISOString(),
    is_own: found.proposedBy === readerId,
    can_confirm: standing.confirmable.has(found.proposedBy),
    is_proposer_gone: standing.gone.has(found.proposedBy),
  }
}

async function readOpenMoney(of: PersonOf): Promise<GivenPersonView['open_money']> {
  const books = kysely(db())
  const sections = personSections
  const [withdrawals, payments, gifts, shares, due] = await Promise.all([
    sumOpen('withdrawals', heldWithdrawals(books, of).as('r')),
    sumOpen(
      'payments',
      books
        .selectFrom(sections.payments(books, of).as('p'))
        .selectAll('p')
        .where('p.state', 'in', openStandings)
        .as('r'),
    ),
    sumOpen('gifts', openGifts(books, of).as('r')),
    sumOpen('shares', heldShares(books, of.id).as('r')),
    readDue(of.id),
  ])
  const withDue = withdrawals.map((line) => ({ ...line, due_at: due.get(line.state) ?? null }))
  return [...withDue, ...payments, ...gifts, ...shares]
}

/** The earliest due date per state. */
async function readDue(ownerId: string): Promise<ReadonlyMap<string, string>> {
  const found = await kysely(db())
    .selectFrom('payout as p')
    .select((eb) => [withdrawalState.as('state'), eb.fn.min('approveAfter').as('due')])
    .where('ownerId', '=', ownerId)
    .where('state', 'in', ['requested', 'approved'])
    .where('isHeld', 'is', true)
    .groupBy('state')
    .execute()
  return new Map(found.map(({ state, due }) => [state, due.toISOString()]))
}
