import { addSeconds, now } from '#lib/core/clock.ts'
import { RuleError, UnauthenticatedError } from '#lib/core/errors.ts'
import { kesText } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import { closeAccount } from '#lib/domain/profiles/delete-account.ts'
import {
  dayOf,
  deleteErasureNote,
  listErasureNotes,
  noteErasure,
} from '#lib/domain/profiles/erasure-notes.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'

const DAY_SECONDS = 86_400

/**
 * PostgreSQL's own archive reaches back thirty days (docs/operations/kubernetes.md), regardless of
 * `backup_days_kept`.
 */
const MARGIN_DAYS = 30

const contestants = ['dancer' as const, 'copyright_owner' as const]

/**
 * Writes missing notes of erasures, and deletes notes that no restorable backup needs. Backups are stored for
 * `backup_days_kept`, and their former versions in the store for as long again.
 */
export async function keepErasures(): Promise<void> {
  const { backup_days_kept } = await readSettings()
  const oldest = (await prisma().backup.aggregate({ _min: { createdAt: true } }))._min.createdAt
  const usual = addSeconds(now(), -(2 * backup_days_kept + MARGIN_DAYS) * DAY_SECONDS)
  const since = oldest !== null && oldest < usual ? oldest : usual
  const notes = await listErasureNotes()
  const noted = new Set(notes.map(({ userId, day }) => `${day} ${userId}`))
  const erased = await prisma().user.findMany({
    where: { deletedAt: { gte: since }, role: { in: contestants } },
    select: { id: true, deletedAt: true },
  })
  for (const { id, deletedAt } of erased)
    if (deletedAt && !noted.has(`${dayOf(deletedAt)} ${id}`)) await noteErasure(id)
  for (const note of notes) if (note.day < dayOf(since)) await deleteErasureNote(note)
}

/** A user who had closed their account, and whom a restore brought back. */
export type Returned = { readonly id: string; readonly username: string; readonly day: string }

/**
 * Returns users with open accounts in this database whose erasure the store has noted, in order of the
 * erasures.
 */
export async function listReturned(): Promise<Returned[]> {
  const days = new Map<string, string>()
  for (const { userId, day } of await listErasureNotes())
    if (day > (days.get(userId) ?? '')) days.set(userId, day)
  const people = await prisma().user.findMany({
    where: { id: { in: [...days.keys()] }, deletedAt: null, role: { in: contestants } },
    select: { id: true, username: true },
  })
  return people
    .map((person) => ({ ...person, day: days.get(person.id) ?? '' }))
    .sort((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? -1 : 1))
}

/** The user was erased again, or a rule refused the erasure with this error. */
export type ErasedAgain = { readonly is: 'erased'; readonly givenUp: string } | RuleError

/** Idempotent. */
export async function eraseAgain({ id, day }: Returned): Promise<ErasedAgain> {
  const leaver = await prisma().user.findUniqueOrThrow({ where: { id }, select: { id: true, role: true } })
  try {
    const given = await closeAccount({
      isTold: false,
      leaver,
      givenUp: 'all',
      record: { actor: null, after: { by: 'command', reason: `again after a restore, erased on ${day}` } },
    })
    return { is: 'erased', givenUp: given > 0n ? kesText(given) : '' }
  } catch (error) {
    if (error instanceof RuleError) return error
    // A concurrent call has erased the user.
    if (error instanceof UnauthenticatedError) return { is: 'erased', givenUp: '' }
    throw error
  }
}
