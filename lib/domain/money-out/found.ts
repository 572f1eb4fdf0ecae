import type { ExpressionBuilder, Kysely } from 'kysely'
import { readMobile } from '#lib/contract/phone.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { isUuid } from '#lib/core/ids.ts'
import { foundUsers } from '#lib/domain/accounts/named-users.ts'
import { receiptsOfPhone } from '#lib/domain/payments/receipts-of-phone.ts'

// Each search by phone, receipt, reference, id or person uses its own index.

type Books = Kysely<DB>

export function withdrawalsFound(books: Books, search: string) {
  const code = search.toUpperCase()
  const ids = () => books.selectFrom('payout').select('payout.id')
  const found = ids()
    .where('reference', '=', code)
    .unionAll(ids().where('receipt', '=', code))
    .unionAll(ids().where('phone', '=', readMobile(search) ?? search))
    .unionAll(ids().where('ownerId', 'in', foundUsers(search)))
  return isUuid(search) ? found.unionAll(ids().where('id', '=', search)) : found
}

export function refundsFound(books: Books, search: string) {
  const code = search.toUpperCase()
  const phone = readMobile(search) ?? search
  const ids = () => books.selectFrom('refund').select('refund.id')
  const found = ids()
    .where('reference', '=', code)
    .unionAll(ids().where('proof', '=', code))
    .unionAll(ids().where('receipt', '=', code))
    .unionAll(ids().where('phone', '=', phone))
    .unionAll(
      ids()
        .where('phone', '=', '')
        // A refund by reversal has no phone: it goes to the phone that paid.
        .where('receipt', 'in', receiptsOfPhone(books, phone)),
    )
  return isUuid(search) ? found.unionAll(ids().where('id', '=', search)) : found
}

export function prizesFound(eb: ExpressionBuilder<DB & { r: DB['challengeResult'] }, 'r'>, search: string) {
  const isOwners = eb('r.dancerId', 'in', foundUsers(search))
  return isUuid(search) ? eb.or([isOwners, eb('r.challengeId', '=', search)]) : isOwners
}

export function royaltiesFound(
  eb: ExpressionBuilder<DB & { s: DB['royaltyStatement'] }, 's'>,
  search: string,
) {
  const isOwners = eb('s.musicianId', 'in', foundUsers(search))
  return isUuid(search) ? eb.or([isOwners, eb('s.id', '=', search)]) : isOwners
}
