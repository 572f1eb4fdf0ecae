import type { Kysely } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { statesLiteral } from './states.ts'

/** SQL: receipts for which M-Pesa reported this phone, found by two partial indexes. */
export function receiptsOfPhone(books: Kysely<DB>, phone: string) {
  const sources = statesLiteral(['paybill', 'statement'])
  const receipts = () =>
    books.selectFrom('mpesaReceipt as x').select('x.receipt').where('x.phone', '=', phone)
  return receipts()
    .where('x.source', 'in', sources)
    .unionAll(receipts().where('x.source', 'not in', sources))
}
