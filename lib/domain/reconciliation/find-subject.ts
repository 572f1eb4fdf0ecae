import { sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { ForbiddenError, NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { mainReceiptOf, readSubjects } from './read-subjects.ts'
import type { Subject } from './schema.ts'

type Key = { kind: Subject['kind']; id: string }

/** Finds a case by the id in the list of cases. @throws NotFoundError */
export async function findSubject(on: Queryable, id: string): Promise<Subject> {
  const key = await keyOf(on, id)
  const [subject] = key ? await readSubjects(on, [key]) : []
  if (!subject) throw new NotFoundError()
  return subject
}

async function keyOf(on: Queryable, id: string): Promise<Key | undefined> {
  if (/^alert-[1-9]\d{0,17}$/.test(id)) return { kind: 'alert', id }
  if (/^reversal-[A-Z0-9]{10}$/.test(id)) return { kind: 'reversal', id }
  if (/^difference-[1-9]\d{0,17}$/.test(id)) return { kind: 'difference', id }
  if (isUuid(id)) {
    const known = await kysely(on)
      .selectFrom('paymentIntent')
      .select(sql<'payment' | 'payout'>`'payment'`.as('kind'))
      .where('id', '=', id)
      .unionAll((eb) =>
        eb.selectFrom('payout').select(sql<'payment' | 'payout'>`'payout'`.as('kind')).where('id', '=', id),
      )
      .executeTakeFirst()
    return known && { kind: known.kind, id: id.toLowerCase() }
  }
  const receipt = id.toUpperCase()
  const known = await kysely(on)
    .selectFrom('mpesaReceipt as r')
    .leftJoin('paymentIntent as i', (join) =>
      join.onRef('i.id', '=', 'r.intentId').on((eb) => eb('r.receipt', '=', mainReceiptOf(eb.ref('i.id')))),
    )
    .select('i.id as intentId')
    .where('r.receipt', '=', receipt)
    .executeTakeFirst()
  if (!known) return undefined
  return known.intentId ? { kind: 'payment', id: known.intentId } : { kind: 'receipt', id: receipt }
}

/**
 * Whether a case is the person's own: their payment or payout, money that they earn by, or paid by their
 * phone.
 */
export async function concerns(on: Queryable, subject: Subject, personId: string): Promise<boolean> {
  if (subject.people.includes(personId)) return true
  const phones = phonesOf(subject)
  if (phones.length === 0) return false
  const own = await kysely(on)
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', personId)
    .where('phoneNumber', '<>', '')
    .where((eb) => sql<string>`regexp_replace(${eb.ref('phoneNumber')}, '\\D', '', 'g')`, '=', anyOf(phones))
    .executeTakeFirst()
  return own !== undefined
}

function phonesOf(subject: Subject): string[] {
  switch (subject.kind) {
    case 'payment':
      return [subject.phone, subject.money?.phone ?? ''].filter((phone) => phone !== '')
    case 'receipt':
      return [subject.money.phone ?? '', subject.orderedBy ?? ''].filter((phone) => phone !== '')
    case 'payout':
      return [subject.phone]
    case 'reversal':
    case 'alert':
      return [subject.phone ?? ''].filter((phone) => phone !== '')
    default:
      return []
  }
}

/** @throws ForbiddenError about one's own matter */
export async function requireOthers(on: Queryable, subject: Subject, personId: string): Promise<void> {
  if (await concerns(on, subject, personId)) throw new ForbiddenError()
}
