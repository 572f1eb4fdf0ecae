import type { MyTracks } from '#lib/contract/tracks/calls.ts'
import type { Queryable } from '#lib/core/db.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { placeStatuses } from './policy.ts'

export function countPlacesTaken(on: Queryable, musicianId: string): Promise<number> {
  return countRows(
    kysely(on).selectFrom('track').where('musicianId', '=', musicianId).where('status', 'in', placeStatuses),
  )
}

export async function readKycStatus(on: Queryable, userId: string): Promise<MyTracks['kyc_status']> {
  const profile = await kysely(on)
    .selectFrom('profile')
    .select('kycStatus')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return profile?.kycStatus ?? 'not_submitted'
}
