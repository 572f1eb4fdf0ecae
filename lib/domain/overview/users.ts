import type {
  UserItem,
  UserOrdering,
  UserState,
  UsersPage,
  UsersQuery,
} from '#lib/contract/accounts/user-list.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { containing } from '#lib/core/like-pattern.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { normalisePhone } from '#lib/core/phone.ts'
import { maskPhone } from '#lib/domain/reconciliation/policy.ts'

type Row = Omit<UserItem, 'created_at' | 'last_active_at' | 'wallet_balance' | 'wallet_held'> & {
  created_at: Date
  last_active_at: Date | null
  posted: Cents | null
  held: Cents | null
}

const STATE = `CASE WHEN u.deleted_at IS NOT NULL THEN 'erased' WHEN NOT u.is_active THEN 'inactive'
  WHEN NOT u.is_email_verified THEN 'unverified' ELSE 'active' END`

const WALLET = `LEFT JOIN account a ON a.owner_id = u.id
  AND a.kind = CASE u.role WHEN 'dancer' THEN 'dancer' WHEN 'copyright_owner' THEN 'musician' END`

const inState: Readonly<Record<UserState, string>> = {
  active: 'u.deleted_at IS NULL AND u.is_active AND u.is_email_verified',
  unverified: 'u.deleted_at IS NULL AND u.is_active AND NOT u.is_email_verified',
  inactive: 'u.deleted_at IS NULL AND NOT u.is_active',
  erased: 'u.deleted_at IS NOT NULL',
}

/** Names are unique without case. */
const orders: Readonly<Record<UserOrdering, string>> = {
  '-created_at': 'u.created_at DESC, u.id DESC',
  created_at: 'u.created_at, u.id',
  username: 'lower(u.username)',
  '-username': 'lower(u.username) DESC',
  '-wallet_balance': 'a.posted - a.held DESC NULLS LAST, u.id DESC',
  wallet_balance: 'a.posted - a.held NULLS LAST, u.id',
  '-last_active_at': 'u.last_active_at DESC NULLS LAST, u.id DESC',
  last_active_at: 'u.last_active_at NULLS LAST, u.id',
}

/**
 * Everybody who has an account, as super admins may see them: no form, no document, no whole phone number. Without a
 * state it has whom the overview counts.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listUsers(query: UsersQuery): Promise<UsersPage> {
  const { page, page_size, search, role, state, ordering } = query
  const { where, values } = filterOf(query)
  const counted = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int AS count FROM app_user u WHERE ${where}`,
    values,
  )
  const count = counted?.count ?? 0
  const found = await readPage(ordering, { where, values }, rowsOfPage(count, page, page_size))
  return makePage(
    '/admin/users/',
    { search, role, state, ordering, page_size },
    { count, page, page_size },
    found.map(present),
  )
}

type Filter = { where: string; values: unknown[] }

/** The page's people are picked first and joined with the rest afterwards. */
function readPage(
  ordering: UserOrdering,
  { where, values }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const order = orders[ordering]
  const isByWallet = order.startsWith('a.')
  return rows<Row>(
    db(),
    `SELECT u.id, u.username, coalesce(p.display_name, '') AS display_name, u.email, u.phone_number,
        u.role::text AS role, ${STATE} AS state, u.created_at, u.last_active_at, a.posted, a.held,
        CASE WHEN u.role IN ('dancer', 'copyright_owner') THEN coalesce(p.kyc_status::text, 'not_submitted') END AS kyc_status
      FROM (SELECT u.* FROM app_user u ${isByWallet ? WALLET : ''} WHERE ${where} ORDER BY ${order}
        LIMIT $${values.length + 1} OFFSET $${values.length + 2}) u
      LEFT JOIN profile p ON p.user_id = u.id ${WALLET} ORDER BY ${order}`,
    [...values, limit, offset],
  )
}

/** SQL: who is found by these words or by this phone, each by an index of its own. */
export const searched = (words: string, phone: string | null) => `u.id IN (
  SELECT id FROM app_user WHERE lower(username || ' ' || email || ' ' || first_name || ' ' || last_name) LIKE lower(${words})
  UNION SELECT user_id FROM profile WHERE lower(display_name) LIKE lower(${words})
  ${phone === null ? '' : `UNION SELECT id FROM app_user WHERE phone_number <> '' AND right(regexp_replace(phone_number, '\\D', '', 'g'), 9) = right(${phone}, 9)`})`

function filterOf({ search, role, state }: UsersQuery): Filter {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const parts = [state ? inState[state] : 'u.deleted_at IS NULL']
  if (role) parts.push(`u.role = ${place(role)}::role`)
  if (search) {
    const phone = normalisePhone(search)
    parts.push(searched(place(containing(search)), phone && place(phone)))
  }
  return { where: parts.join(' AND '), values }
}

function present({ posted, held, ...row }: Row): UserItem {
  return {
    ...row,
    phone_number: maskPhone(row.phone_number),
    wallet_balance: posted === null || held === null ? null : toShillings(posted - held),
    wallet_held: held === null ? null : toShillings(held),
    created_at: row.created_at.toISOString(),
    last_active_at: row.last_active_at?.toISOString() ?? null,
  }
}
