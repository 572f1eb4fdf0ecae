import type { Kysely } from 'kysely'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { statesLiteral } from './states.ts'

/** SQL: the receipts that M-Pesa told of this phone, by their two partial indexes. */
export function receiptsOfPhone(books: Kysely<DB>, phone: string) {
  const sources = statesLiteral(['paybill', 'statement'])
  const receipts = () =>
    books.selectFrom('mpesaReceipt as x').select('x.receipt').where('x.phone', '=', phone)
  return receipts()
    .where('x.source', 'in', sources)
    .unionAll(receipts().where('x.source', 'not in', sources))
}
