import { sql } from 'kysely'
import type { z } from 'zod'
import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import type { KycSubmissionsPage, KycSubmissionsQuery, kycReview } from '#lib/contract/kyc/review.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { containing } from '#lib/core/like-pattern.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { makePage, rowsOfPage, rowsToPick } from '#lib/core/paging.ts'
import { namedUsers } from '#lib/domain/accounts/named-users.ts'
import { countHeld, hasNoHeldDecision } from '#lib/domain/review/held.ts'
import { countIdentities } from '#lib/domain/review/identities.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { hashesOfName, hashesOfNationalId } from './blind-index.ts'
import { fieldReasons } from './schema.ts'
import { presentSubmission, type Submissions, selectSubmissions, withColumns } from './submission-rows.ts'

/**
 * Ties are broken by id, so that pages never repeat or skip a row.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listSubmissions(query: KycSubmissionsQuery): Promise<KycSubmissionsPage> {
  const { page, page_size, ordering, kyc_status, search } = query
  const { ids, count } = await pickSubmissions(query)
  rowsOfPage(count, page, page_size)
  const [found, claims] = await Promise.all([
    withColumns(selectSubmissions(db())).where('p.userId', '=', anyOf(ids)).execute(),
    readClaims(db(), 'kyc', ids),
  ])
  return makePage(
    '/users/compliance/kyc-submissions/',
    { kyc_status, search, ordering, page_size },
    { count, page, page_size },
    found
      .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
      .map((row) => presentSubmission(row, claims.get(row.id) ?? null)),
  )
}

/** A search counts in the query that reads, to search only once. */
async function pickSubmissions(query: KycSubmissionsQuery): Promise<{ ids: string[]; count: number }> {
  const { search, ordering, kyc_status } = query
  const { limit, offset } = rowsToPick(query)
  const onPage = inOrder(submissionsOf(query), ordering).select('p.userId as id').limit(limit).offset(offset)
  if (search === '') {
    const [count, picked] = await Promise.all([countOf(kyc_status), onPage.execute()])
    return { ids: picked.map(({ id }) => id), count }
  }
  const picked = await onPage.select(sql<number>`(count(*) OVER ())::int4`.as('count')).execute()
  return { ids: picked.map(({ id }) => id), count: picked[0]?.count ?? 0 }
}

async function countOf(asked: KycSubmissionsQuery['kyc_status']): Promise<number> {
  const statuses = statusesOf(asked)
  const [counted, held] = await Promise.all([countIdentities(statuses), countHeld(db())])
  const all = statuses.reduce((sum, status) => sum + (counted.get(status) ?? 0), 0)
  return asked === 'pending' ? Math.max(0, all - held.kyc) : all
}

function submissionsOf({ kyc_status, search }: KycSubmissionsQuery): Submissions {
  const statuses = statusesOf(kyc_status)
  // Literals, because the indexes in this order are partial by status.
  const literals = statuses.map((status) => sql.lit(status))
  let submissions = selectSubmissions(db()).where('p.kycStatus', 'in', literals)
  // A held decision takes its form off the queue while it can be undone.
  if (kyc_status === 'pending')
    submissions = submissions.where((eb) => hasNoHeldDecision(eb.ref('u.id'), 'kyc'))
  return search === '' ? submissions : foundBy(submissions, search)
}

/** The statuses of submitted forms; all others are drafts (docs/decisions/0020). */
export const submitted: readonly KycStatus[] = ['under_review', 'approved', 'rejected']

/**
 * Returns the stored statuses that a filter selects; without a filter, those of all submitted forms.
 * `pending` selects forms that wait for a decision (docs/api.md, Profile and KYC).
 */
function statusesOf(asked: KycSubmissionsQuery['kyc_status']): readonly KycStatus[] {
  if (asked === undefined) return submitted
  if (asked === 'decided') return ['approved', 'rejected']
  return [asked === 'pending' ? 'under_review' : asked]
}

/**
 * Searches the account's names, the form's hashes and the deciding officers' names. Each part of the union
 * uses an index.
 */
function foundBy(submissions: Submissions, search: string): Submissions {
  const books = kysely(db())
  const forms = () => books.selectFrom('kycRecord').select('userId as id')
  const nationalIds = anyOf(hashesOfNationalId(search))
  const hasWords = hashesOfName(search).map((hashes) => sql<boolean>`name_hashes && ${hashes}::bytea[]`)
  const decided = books
    .selectFrom('kycReview as v')
    .innerJoin('profile as d', 'd.userId', 'v.userId')
    .select('v.userId as id')
    .where('v.officerId', 'in', namedStaff(search))
    .where('d.kycStatus', 'in', ['approved', 'rejected'])
  const found = namedUsers(search)
    .union(forms().where('nationalIdHash', '=', nationalIds))
    .union(decided)
  return submissions.where(
    'u.id',
    'in',
    hasWords.length > 0 ? found.union(forms().where((eb) => eb.and(hasWords))) : found,
  )
}

/** Selects staff by username; they are few. */
function namedStaff(search: string) {
  return kysely(db())
    .selectFrom('appUser')
    .select('id')
    .where('role', 'in', ['compliance_officer', 'super_admin'])
    .where('username', 'ilike', containing(search))
}

function inOrder(submissions: Submissions, ordering: KycSubmissionsQuery['ordering']): Submissions {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const moment = ordering.endsWith('reviewed_at') ? 'p.kycReviewedAt' : 'p.kycSubmittedAt'
  return submissions.orderBy(moment, (order) => order[direction]().nullsLast()).orderBy('p.userId', direction)
}

/** Newest first. */
export async function readReviews({ kysely }: Tx, userId: string): Promise<z.infer<typeof kycReview>[]> {
  const found = await kysely
    .selectFrom('kycReview as r')
    .innerJoin('appUser as u', 'u.id', 'r.officerId')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .select(['r.id', 'r.action', 'r.reason', 'r.fieldReasons', 'r.internalNote', 'r.createdAt'])
    .select(['u.id as officerId', 'u.username', 'p.displayName'])
    .where('r.userId', '=', userId)
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return found.map(({ officerId: id, username, displayName, fieldReasons: reasons, ...review }) => ({
    ...withApiNames(review),
    field_reasons: fieldReasons.parse(reasons),
    officer: { id, username, display_name: displayName || username },
  }))
}

function selectOthers(on: Queryable, userId: string) {
  return kysely(on)
    .selectFrom('appUser as u')
    .innerJoin('profile as p', 'p.userId', 'u.id')
    .select(['u.id', 'u.username', 'u.email'])
    .select((eb) =>
      sql<string>`coalesce(nullif(${eb.ref('p.displayName')}, ''), ${eb.ref('u.username')})`.as(
        'displayName',
      ),
    )
    .select('p.kycStatus')
    .where('u.id', '<>', userId)
    .orderBy('u.id')
}

export async function readOthersWithId(on: Queryable, userId: string, nationalId: string) {
  const found = await selectOthers(on, userId)
    .innerJoin('kycRecord as r', 'r.userId', 'u.id')
    .where('r.nationalIdHash', '=', anyOf(hashesOfNationalId(nationalId)))
    .execute()
  return found.map(withApiNames)
}

/** A phone's significant digits: 7XXXXXXXX or 1XXXXXXXX in any notation. */
const PHONE_DIGITS = 9

/** Finds other accounts with this phone in their profile or an earlier withdrawal. */
export async function readOthersWithPhone(on: Queryable, userId: string, phone: string) {
  const digits = phone.replace(/\D/g, '').slice(-PHONE_DIGITS)
  if (digits.length < PHONE_DIGITS) return []
  const found = await selectOthers(on, userId)
    .where('u.deletedAt', 'is', null)
    .where((eb) =>
      eb(
        'u.id',
        'in',
        eb
          .selectFrom('appUser as o')
          .select('o.id')
          // The expression of the index app_user_phone_digits_idx.
          .where('o.phoneNumber', '<>', '')
          .where((o) => sql`right(regexp_replace(${o.ref('o.phoneNumber')}, '\\D', '', 'g'), 9)`, '=', digits)
          .union(
            eb
              .selectFrom('payout as w')
              .select('w.ownerId as id')
              .where('w.phone', '=', `254${digits}`)
              .where('w.state', '<>', 'cancelled'),
          ),
      ),
    )
    .execute()
  return found.map(withApiNames)
}
