import { type InferResult, sql } from 'kysely'
import type { SearchFound } from '#lib/contract/overview/search.ts'
import { readMobile } from '#lib/contract/phone.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { db } from '#lib/core/db.ts'
import { normaliseSpokenCode } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { FEWEST_LETTERS, wordsOf } from '#lib/core/like-pattern.ts'
import { foundUsers } from '#lib/domain/accounts/named-users.ts'
import { isNamedBy } from '#lib/domain/disputes/queries.ts'
import { isOneOf } from '#lib/domain/payments/states.ts'
import { joined, searched } from '#lib/domain/reconciliation/case-keys.ts'
import { maskPhone } from '#lib/domain/reconciliation/policy.ts'
import { presentCase } from '#lib/domain/reconciliation/present-case.ts'
import { readSubjects } from '#lib/domain/reconciliation/read-subjects.ts'
import { type Subject, subjectKinds } from '#lib/domain/reconciliation/schema.ts'

/** Most results of each kind; the desk's lists have all. */
const SHOWN = 6

/**
 * Finds users by part of a name or email, or a whole phone in any notation; payments and withdrawals by a
 * whole phone, receipt, reference, account number or id; disputes by a whole reference, receipt or phone;
 * videos by vote code or part of the title. All searches use indexes. Phones are masked.
 */
export async function searchDesk(typed: string): Promise<SearchFound> {
  const words = typed.trim()
  if (words.length < FEWEST_LETTERS) return { people: [], payers: [], payments: [], disputes: [], videos: [] }
  const [named, { payments, payers, peopleIds }, disputes, videos] = await Promise.all([
    findPeople(words),
    findPayments(words),
    findDisputes(words),
    findVideos(words),
  ])
  const others = peopleIds.filter((id) => !named.some((person) => person.id === id))
  const people = others.length === 0 ? named : [...named, ...(await readPeople(others))].slice(0, SHOWN)
  return { people, payers, payments, disputes, videos }
}

async function findPeople(words: string): Promise<SearchFound['people']> {
  const found = await selectPeople()
    .where('u.id', 'in', foundUsers(words))
    // Exact matches of username or email come first.
    .orderBy(
      (eb) => sql`lower(${eb.ref('u.username')}) = lower(${words}) OR ${eb.ref('u.email')} = lower(${words})`,
      'desc',
    )
    .orderBy('u.username')
    .limit(SHOWN)
    .execute()
  return found.map(presentPerson)
}

async function readPeople(ids: readonly string[]): Promise<SearchFound['people']> {
  const found = await selectPeople().where('u.id', '=', anyOf(ids)).orderBy('u.username').execute()
  return found.map(presentPerson)
}

const selectPeople = () =>
  kysely(db())
    .selectFrom('appUser as u')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .select(['u.id', 'u.username', 'u.email', 'u.phoneNumber', 'u.role', 'p.displayName'])
    .where('u.deletedAt', 'is', null)

type Person = InferResult<ReturnType<typeof selectPeople>>[number]

function presentPerson({ phoneNumber, displayName, ...person }: Person): SearchFound['people'][number] {
  return { ...person, display_name: displayName ?? '', phone_number: maskPhone(phoneNumber) }
}

async function findPayments(words: string) {
  const books = kysely(db())
  const keys = await joined(books, searched(words, books))
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  const known = keys.flatMap(({ kind, id }) => (isOneOf(subjectKinds, kind) ? [{ kind, id }] : []))
  const subjects = await readSubjects(db(), known)
  const payments = subjects.map((subject) => {
    const { proposal: _proposal, ...shown } = presentCase(subject, null)
    return shown
  })
  const phone = readMobile(words)
  return {
    payments,
    payers:
      phone && subjects.some(isPaid) ? [{ key: phone, phone: maskPhone(phone) }] : payersOf(subjects, phone),
    // `findPeople` has already found users by the phone.
    peopleIds: phone ? [] : [...new Set(subjects.flatMap(peopleOf))],
  }
}

/** Whether the subject is a payment from a phone, not a withdrawal to it. */
const isPaid = ({ kind }: Subject) => kind === 'payment' || kind === 'receipt'
const peopleOf = (subject: Subject) => ('people' in subject ? subject.people : [])

/** Distinct payers of payments found by receipt, reference or id. */
function payersOf(subjects: readonly Subject[], typed: string | null): SearchFound['payers'] {
  if (typed) return []
  const found = subjects.flatMap((subject) =>
    subject.kind === 'payment' || subject.kind === 'receipt'
      ? [
          {
            key: subject.id,
            phone: (subject.kind === 'payment' && subject.phone) || subject.money?.phone || '',
          },
        ]
      : [],
  )
  const byPhone = new Map(found.filter(({ phone }) => phone).map((one) => [one.phone, one]))
  return [...byPhone.values()].map(({ key, phone }) => ({ key, phone: maskPhone(phone) }))
}

const findDisputes = (search: string): Promise<SearchFound['disputes']> =>
  kysely(db())
    .selectFrom('dispute as d')
    .where(isNamedBy(search))
    .select(['d.id', 'd.reference', 'd.kind', 'd.state', 'd.receipt'])
    .orderBy('d.closedAt', (at) => at.desc().nullsFirst())
    .orderBy('d.dueAt')
    .orderBy('d.id')
    .limit(SHOWN)
    .execute()

async function findVideos(words: string): Promise<SearchFound['videos']> {
  const videos = () => kysely(db()).selectFrom('video').select('id')
  const ids = videos()
    .where('voteCode', '=', normaliseSpokenCode(words))
    .union(videos().where('title', 'ilike', wordsOf(words)))
  const found = await kysely(db())
    .selectFrom('video as v')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .leftJoin('profile as p', 'p.userId', 'u.id')
    .select(['v.id', 'v.title', 'v.voteCode', 'v.status'])
    .select((eb) =>
      eb.fn
        .coalesce(eb.fn<string | null>('nullif', ['p.displayName', sql.lit('')]), 'u.username')
        .as('dancer'),
    )
    // As an array: the planner would otherwise scan all videos, newest first.
    .where('v.id', '=', sql<string>`any(array(${ids}))`)
    .orderBy('v.id', 'desc')
    .limit(SHOWN)
    .execute()
  return found.map(withApiNames)
}
