import { sql } from 'kysely'
import { addSeconds, withClock } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { newId, newSecret } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { lookOf } from '#lib/domain/accounts/name-look.ts'
import { hashPassword } from '#lib/domain/accounts/password.ts'
import { type DemoRole, demoAccounts } from '../demo-accounts.ts'
import type { Holder } from '../identities/forms.ts'
import { insertRows } from '../insert-rows.ts'
import { chanceOf } from '../random.ts'
import { countyOf } from './counties.ts'
import { type DancerProfile, dancers } from './dancers.ts'
import { musicians } from './musicians.ts'

type Kyc = 'not_submitted' | 'pending' | 'under_review' | 'approved' | 'rejected'

type Newcomer = DancerProfile & { role: DemoRole; email: string; kyc: Kyc }

const staff: readonly Omit<Newcomer, 'kyc'>[] = [
  { role: 'compliance_officer', email: demoEmail('compliance_officer'), ...person('Wambui Githinji') },
  { role: 'compliance_officer', email: 'jomo.baraza@ngoma.example', ...person('Jomo Baraza') },
  { role: 'super_admin', email: demoEmail('super_admin'), ...person('Achieng Were') },
  { role: 'super_admin', email: demoEmail('super_admin', 1), ...person('Baraka Mwangi') },
]

function person(name: string): DancerProfile {
  return { name, stage: name, town: 'Nairobi', bio: '' }
}

function demoEmail(role: DemoRole, place = 0): string {
  const account = demoAccounts.filter((one) => one.role === role)[place]
  if (!account) throw new Error(`no demo account for ${role}`)
  return account.email
}

/** KYC status of dancers without approval, by index, for the officers' queue. */
const undecided: Readonly<Record<number, Kyc>> = {
  26: 'under_review',
  36: 'under_review',
  49: 'under_review',
  52: 'pending',
  55: 'not_submitted',
  58: 'rejected',
}

const DEMO_MUSICIAN = 1

function newcomers(): Newcomer[] {
  return [
    ...dancers.map((one, place) => ({
      ...one,
      role: 'dancer' as const,
      email: place === 0 ? demoEmail('dancer') : emailOf(one.stage),
      kyc: undecided[place] ?? ('approved' as const),
    })),
    ...musicians.map((one, place) => ({
      ...one,
      role: 'copyright_owner' as const,
      email: place === DEMO_MUSICIAN ? demoEmail('copyright_owner') : emailOf(one.stage),
      kyc: place === musicians.length - 1 ? ('under_review' as const) : ('approved' as const),
    })),
    ...staff.map((one) => ({ ...one, kyc: 'not_submitted' as const })),
  ]
}

export function kycHolders(): Holder[] {
  return newcomers().filter(({ role }) => role === 'dancer' || role === 'copyright_owner')
}

function emailOf(stage: string): string {
  return `${stage.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@ngoma.example`
}

/**
 * @param before the time by which all people had joined
 * @returns whether anything was written
 */
export async function seedPeople(on: Queryable, before: Date): Promise<boolean> {
  const known = await kysely(on)
    .selectFrom('appUser')
    .select('id')
    .where('email', '=', demoEmail('super_admin'))
    .executeTakeFirst()
  if (known) return false
  const chance = chanceOf('people')
  const [demoHash, unusableHash] = await passwordHashes()
  const demoEmails = new Set(demoAccounts.map((account) => account.email))
  const all = newcomers().map((one, place) => {
    const joined = addSeconds(before, -chance.whole(3_600, 12 * 86_400))
    return { ...one, place, joined, id: withClock(() => joined, newId) }
  })
  await insertRows(
    on,
    'appUser',
    all.map((one) => ({
      id: one.id,
      username: one.stage,
      usernameLook: lookOf(one.stage),
      email: one.email,
      passwordHash: demoEmails.has(one.email) ? demoHash : unusableHash,
      firstName: one.name.split(' ')[0],
      lastName: one.name.split(' ').slice(1).join(' '),
      role: one.role,
      // Payers have other ranges, so that nobody seems to vote for themselves.
      phoneNumber: `25470${one.place % 10}${String(chance.whole(0, 999_999)).padStart(6, '0')}`,
      isActive: true,
      isEmailVerified: true,
      createdAt: one.joined,
    })),
  )
  await insertRows(
    on,
    'profile',
    all.map((one) => ({
      userId: one.id,
      displayName: one.name,
      displayNameLook: lookOf(one.name),
      bio: one.bio,
      location: one.town,
      county: countyOf(one.town),
      socialLinks: {},
      kycStatus: one.kyc,
    })),
  )
  await kysely(on)
    .selectFrom('appUser')
    .select((eb) => {
      const kind = eb.case('role').when('dancer').then(sql.lit('dancer')).else(sql.lit('musician')).end()
      return eb.fn('open_account', [eb.cast<string>(kind, 'text'), 'id']).as('account')
    })
    .where('id', '=', anyOf(all.map((one) => one.id)))
    .where('role', 'in', ['dancer', 'copyright_owner'])
    .execute()
  return true
}

/** Returns one hash for demo accounts and one unusable hash for all others, because hashing is slow. */
function passwordHashes(): Promise<[string, string]> {
  const [demo] = demoAccounts
  if (!demo) throw new Error('no demo accounts')
  return Promise.all([hashPassword(demo.password), hashPassword(newSecret())])
}

export interface Member {
  id: string
  accountId: bigint
  stage: string
  town: string
  phone: string
}

export interface People {
  dancers: Member[]
  musicians: Member[]
  officerIds: string[]
}

export async function readPeople(on: Queryable): Promise<People> {
  const emails = newcomers().map((one) => one.email)
  const found = await kysely(on)
    .selectFrom('appUser as u')
    .innerJoin('profile as p', 'p.userId', 'u.id')
    .innerJoin('account as a', 'a.ownerId', 'u.id')
    .select([
      'u.id',
      'a.id as accountId',
      'u.username as stage',
      'p.location as town',
      'u.phoneNumber as phone',
    ])
    .select('u.email')
    .where('u.email', '=', anyOf(emails))
    .where('p.kycStatus', '=', 'approved')
    .where((eb) => eb.ref('u.isActive'))
    .execute()
  const byEmail = new Map(found.map((member) => [member.email, member]))
  const ofRole = (role: DemoRole) =>
    newcomers()
      .filter((one) => one.role === role)
      .flatMap((one) => byEmail.get(one.email) ?? [])
  const officers = await kysely(on)
    .selectFrom('appUser')
    .select('id')
    .where('role', '=', 'compliance_officer')
    .where('email', 'like', '%@ngoma.example')
    .orderBy('id')
    .execute()
  return {
    dancers: ofRole('dancer'),
    musicians: ofRole('copyright_owner'),
    officerIds: officers.map((one) => one.id),
  }
}
