import { firstRow, type Queryable } from '#lib/core/db.ts'
import { ForbiddenError, NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { mainReceiptOf, readSubjects } from './read-subjects.ts'
import type { Subject } from './schema.ts'

type Key = { kind: Subject['kind']; id: string }

/** Something by the id that the list gave it. @throws NotFoundError */
export async function findSubject(on: Queryable, id: string): Promise<Subject> {
  const key = await keyOf(on, id)
  const [subject] = key ? await readSubjects(on, [key]) : []
  if (!subject) throw new NotFoundError()
  return subject
}

async function keyOf(on: Queryable, id: string): Promise<Key | undefined> {
  if (/^alert-[1-9]\d{0,17}$/.test(id)) return { kind: 'alert', id }
  if (/^difference-[1-9]\d{0,17}$/.test(id)) return { kind: 'difference', id }
  if (isUuid(id)) {
    const known = await firstRow<{ kind: Key['kind'] }>(
      on,
      `SELECT 'payment' AS kind FROM payment_intent WHERE id = $1
        UNION ALL SELECT 'payout' FROM payout WHERE id = $1`,
      [id],
    )
    return known && { kind: known.kind, id: id.toLowerCase() }
  }
  const receipt = id.toUpperCase()
  const known = await firstRow<{ intent_id: string | null }>(
    on,
    `SELECT i.id AS intent_id FROM mpesa_receipt r LEFT JOIN payment_intent i ON i.id = r.intent_id
        AND r.receipt = (SELECT receipt FROM (${mainReceiptOf}) m)
      WHERE r.receipt = $1`,
    [receipt],
  )
  if (!known) return undefined
  return known.intent_id ? { kind: 'payment', id: known.intent_id } : { kind: 'receipt', id: receipt }
}

/** Whether something concerns a person themselves: it is theirs, they earn by it, or their phone paid. */
export async function concerns(on: Queryable, subject: Subject, personId: string): Promise<boolean> {
  if (subject.people.includes(personId)) return true
  const phones = phonesOf(subject)
  if (phones.length === 0) return false
  const own = await firstRow(
    on,
    `SELECT 1 FROM app_user WHERE id = $1 AND phone_number <> '' AND regexp_replace(phone_number, '\\D', '', 'g') = ANY ($2)`,
    [personId, phones],
  )
  return own !== undefined
}

function phonesOf(subject: Subject): string[] {
  switch (subject.kind) {
    case 'payment':
      return [subject.phone, subject.money?.phone ?? ''].filter((phone) => phone !== '')
    case 'receipt':
      return subject.money.phone ? [subject.money.phone] : []
    case 'payout':
      return [subject.phone]
    default:
      return []
  }
}

/** Nobody decides about themselves. @throws ForbiddenError */
export async function requireOthers(on: Queryable, subject: Subject, personId: string): Promise<void> {
  if (await concerns(on, subject, personId)) throw new ForbiddenError()
}
