import { type ExpressionBuilder, type InferResult, type SelectQueryBuilder, sql } from 'kysely'
import type { UserSelection } from '#lib/contract/accounts/constants.ts'
import type {
  UserFilters,
  UserItem,
  UserOrdering,
  UserState,
  UsersPage,
  UsersQuery,
  UserTotals,
} from '#lib/contract/accounts/user-list.ts'
import { nairobiMidnight } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage, rowsToPick } from '#lib/core/paging.ts'
import { foundUsers } from '#lib/domain/accounts/named-users.ts'
import { maskPhone } from '#lib/domain/reconciliation/policy.ts'

type WithUser = DB & { u: DB['appUser'] }
type User = ExpressionBuilder<WithUser, 'u'>
type Users = SelectQueryBuilder<WithUser, 'u', object>

/** SQL: the kind of wallet of the user's role; null for staff. */
const walletKindOf = (eb: User) =>
  eb.case('u.role').when('dancer').then('dancer').when('copyright_owner').then('musician').end()

/**
 * Lists users without KYC data and whole phone numbers; without a state in the query, all but erased users.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listUsers(query: UsersQuery): Promise<UsersPage> {
  const { page, page_size, ...filters } = query
  const { ids, count } = await pickUsers(query)
  rowsOfPage(count, page, page_size)
  return makePage(
    '/admin/users/',
    { ...filters, page_size },
    { count, page, page_size },
    await presentAll(ids),
  )
}

/** A separate call from the list's pages, because it reads all wallets. */
export async function readUserTotals(filters: UserFilters): Promise<UserTotals> {
  const [people, wallets] = await Promise.all([
    countPeople(filters),
    withWallets(usersOf(filters))
      .select([
        sql<bigint>`coalesce(sum(a.posted - a.held), 0)::int8`.as('balance'),
        sql<bigint>`coalesce(sum(a.held), 0)::int8`.as('held'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { people, balance: toShillings(wallets.balance), held: toShillings(wallets.held) }
}

export type JoinedKey = Pick<UserItem, 'id' | 'created_at'>

/** Reads a batch of users, newest first. @param before the previous batch's last user, or null */
export async function readUsersBefore(
  filters: UserFilters,
  before: JoinedKey | null,
  limit: number,
): Promise<UserItem[]> {
  let users = inOrder(usersOf(filters), '-created_at').select('u.id').limit(limit)
  if (before)
    users = users.where(
      (eb) =>
        sql<boolean>`(${eb.ref('u.createdAt')}, ${eb.ref('u.id')}) < (${before.created_at}::timestamptz, ${before.id}::uuid)`,
    )
  const ids = (await users.execute()).map(({ id }) => id)
  return presentAll(ids)
}

/** A search counts in the same query, so that it runs only once. */
async function pickUsers(query: UsersQuery): Promise<{ ids: string[]; count: number }> {
  const { search, ordering } = query
  const { limit, offset } = rowsToPick(query)
  const onPage = inOrder(usersOf(query), ordering).select('u.id').limit(limit).offset(offset)
  if (search === '') {
    const ofWallets = ordering === '-wallet_balance' ? idsOfRichest(query) : undefined
    const [count, picked] = await Promise.all([countPeople(query), (ofWallets ?? onPage).execute()])
    // Users without a wallet sort last, so the wallet query can return fewer rows than a page.
    const shown = ofWallets && picked.length < query.page_size ? await onPage.execute() : picked
    return { ids: shown.map(({ id }) => id), count }
  }
  const picked = await onPage.select(sql<number>`(count(*) OVER ())::int4`.as('count')).execute()
  return { ids: picked.map(({ id }) => id), count: picked[0]?.count ?? 0 }
}

/**
 * Selects users with wallets, largest balance first. An index has the bucket of each balance, so only the
 * page's buckets are read. Ascending order would gain nothing: most balances are in the lowest bucket.
 */
export function idsOfRichest(query: UsersQuery) {
  const { page, page_size } = query
  return withWallets(usersOf(query))
    .select('u.id')
    .orderBy('a.balanceStep', 'desc')
    .orderBy((eb) => eb('a.posted', '-', eb.ref('a.held')), 'desc')
    .orderBy('u.id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
}

function withWallets(users: Users) {
  return users.innerJoin('account as a', (join) =>
    // The rule of walletKindOf, written so that PostgreSQL can estimate how many rows match.
    join
      .onRef('a.ownerId', '=', 'u.id')
      .on((eb) =>
        eb.or([
          eb.and([eb('u.role', '=', 'dancer'), eb('a.kind', '=', 'dancer')]),
          eb.and([eb('u.role', '=', 'copyright_owner'), eb('a.kind', '=', 'musician')]),
        ]),
      ),
  )
}

/** The caller adds columns. */
function usersOf({ search, role, state, from, to }: UserFilters): Users {
  let users: Users = kysely(db()).selectFrom('appUser as u')
  users =
    state === 'erased' ? users.where('u.deletedAt', 'is not', null) : users.where('u.deletedAt', 'is', null)
  for (const [column, value] of flagsOf(state)) users = users.where(`u.${column}`, '=', value)
  if (state === 'revocation') users = users.where(hasRevocation)
  if (role) users = users.where('u.role', '=', role)
  if (from) users = users.where('u.createdAt', '>=', nairobiMidnight(from))
  if (to) users = users.where('u.createdAt', '<', nairobiMidnight(to, 1))
  return search ? users.where('u.id', 'in', foundUsers(search)) : users
}

const hasRevocation = (eb: User) =>
  eb(
    'u.id',
    'in',
    eb.selectFrom('identityRevocation as v').select('v.userId').where('v.state', '=', 'waiting'),
  )

/** Uses the stored counts per role and state if the filters allow. */
async function countPeople(filters: UserFilters): Promise<number> {
  const { role, state, search, from, to } = filters
  if (search || from || to || state === 'revocation') return countRows(usersOf(filters))
  let counts = kysely(db())
    .selectFrom('peopleCount')
    .where('isErased', '=', state === 'erased')
  for (const [column, value] of flagsOf(state)) counts = counts.where(column, '=', value)
  if (role) counts = counts.where('role', '=', role)
  const { count } = await counts
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('people'), sql.lit(0)), 'int4').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function flagsOf(state: UserSelection | undefined): (readonly ['isActive' | 'isEmailVerified', boolean])[] {
  switch (state) {
    case 'inactive':
      return [['isActive', false]]
    case 'active':
    case 'unverified':
      return [
        ['isActive', true],
        ['isEmailVerified', state === 'active'],
      ]
    default:
      return []
  }
}

function inOrder(users: Users, ordering: UserOrdering): Users {
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  if (ordering.endsWith('username'))
    // Usernames are unique regardless of case, so no further order is needed.
    return users.orderBy((eb) => eb.fn<string>('lower', ['u.username']), direction)
  return orderedBy(users, ordering, direction).orderBy('u.id', direction)
}

function orderedBy(users: Users, ordering: UserOrdering, direction: 'asc' | 'desc'): Users {
  if (ordering.endsWith('created_at')) return users.orderBy('u.createdAt', direction)
  if (ordering.endsWith('last_active_at'))
    return users.orderBy('u.lastActiveAt', (order) => order[direction]().nullsLast())
  return users
    .leftJoin('account as a', (join) =>
      join.onRef('a.ownerId', '=', 'u.id').on((eb) => eb('a.kind', '=', walletKindOf(eb))),
    )
    .orderBy(
      (eb) => eb('a.posted', '-', eb.ref('a.held')),
      (order) => order[direction]().nullsLast(),
    )
}

function shownUsers(ids: readonly string[]) {
  return kysely(db())
    .selectFrom('appUser as u')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .leftJoin('account as a', (join) =>
      join.onRef('a.ownerId', '=', 'u.id').on((eb) => eb('a.kind', '=', walletKindOf(eb))),
    )
    .select(['u.id', 'u.username', 'u.email', 'u.phoneNumber', 'u.role', 'u.createdAt', 'u.lastActiveAt'])
    .select(['u.deletedAt', 'u.isActive', 'u.isEmailVerified'])
    .select(['p.displayName', 'p.kycStatus', 'a.posted', 'a.held'])
    .select((eb) => hasRevocation(eb).as('hasRevocation'))
    .where('u.id', '=', anyOf(ids))
}

/** Keeps the order of `ids`. */
async function presentAll(ids: readonly string[]): Promise<UserItem[]> {
  const found = new Map((await shownUsers(ids).execute()).map((row) => [row.id, present(row)]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

export async function readUser(id: string): Promise<UserItem | undefined> {
  const [row] = await shownUsers([id]).execute()
  return row && present(row)
}

type Row = InferResult<ReturnType<typeof shownUsers>>[number]

function present(row: Row): UserItem {
  const { posted, held, role } = row
  const isMember = role === 'dancer' || role === 'copyright_owner'
  return {
    id: row.id,
    username: row.username,
    display_name: row.displayName ?? '',
    email: row.email,
    phone_number: maskPhone(row.phoneNumber),
    role,
    state: stateOf(row),
    kyc_status: isMember ? (row.kycStatus ?? 'not_submitted') : null,
    has_revocation: row.hasRevocation === true,
    wallet_balance: posted === null || held === null ? null : toShillings(posted - held),
    wallet_held: held === null ? null : toShillings(held),
    created_at: row.createdAt.toISOString(),
    last_active_at: row.lastActiveAt?.toISOString() ?? null,
  }
}

function stateOf({ deletedAt, isActive, isEmailVerified }: Row): UserState {
  if (deletedAt) return 'erased'
  if (!isActive) return 'inactive'
  return isEmailVerified ? 'active' : 'unverified'
}
