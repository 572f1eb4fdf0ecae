import { TRACK_APPROVED_COMMENT } from '#lib/contract/tracks/rules.ts'
import { addSeconds, withClock } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { insertRows } from '../insert-rows.ts'
import type { Member, People } from '../people/seed-people.ts'
import { chanceOf } from '../random.ts'
import { type Song, songKey, songs } from './songs.ts'
import type { SongFile } from './store-songs.ts'

export interface PooledTrack {
  id: string
  title: string
  genre: string
  musician: Member
}

const WAITING_FOR = 'The recording holds somebody else’s sample. Please upload it without.'

/** @returns whether the catalogue was added */
export async function seedTracks(
  on: Queryable,
  people: People,
  files: ReadonlyMap<string, SongFile>,
  before: Date,
  today: Date,
): Promise<boolean> {
  const known = await tracksOfSeed(on).limit(1).executeTakeFirst()
  if (known) return false
  const chance = chanceOf('tracks')
  const byStage = new Map(people.musicians.map((one) => [one.stage, one]))
  const uploaded = songs.map((song) => {
    const musician = byStage.get(song.by)
    const file = files.get(songKey(song))
    if (!musician || !file) throw new Error(`${song.title} has no musician or no file`)
    // Pending tracks are recent; others predate the first month.
    const at =
      song.status === 'pending'
        ? addSeconds(today, -chance.whole(2_000, 60_000))
        : addSeconds(before, -chance.whole(2 * 86_400, 9 * 86_400))
    return { song, musician, file, at }
  })
  await insertRows(
    on,
    'track',
    uploaded.map(({ song, musician, file, at }, place) => ({
      id: withClock(() => at, newId),
      musicianId: musician.id,
      title: song.title,
      artist: song.by,
      genre: song.genre,
      description: song.description,
      tags: [...song.tags],
      status: song.status,
      objectKey: songKey(song),
      fileSize: file.size,
      durationSeconds: Math.round(file.seconds),
      reviewComments: commentOn(song),
      createdAt: at,
      reviewedAt: song.status === 'pending' ? null : addSeconds(at, chance.whole(3_600, 86_400)),
      reviewedBy:
        song.status === 'pending' ? null : (people.officerIds[place % people.officerIds.length] ?? null),
    })),
  )
  return true
}

function tracksOfSeed(on: Queryable) {
  return kysely(on)
    .selectFrom('track')
    .select(['id', 'objectKey', 'musicianId'])
    .where('objectKey', '=', anyOf(songs.map(songKey)))
}

function commentOn({ status }: Song): string {
  if (status === 'rejected') return WAITING_FOR
  return status === 'approved' ? TRACK_APPROVED_COMMENT : ''
}

export async function readPool(on: Queryable, people: People): Promise<PooledTrack[]> {
  const found = await tracksOfSeed(on).where('status', '=', 'approved').execute()
  const byKey = new Map(found.map((row) => [row.objectKey, row]))
  const byId = new Map(people.musicians.map((one) => [one.id, one]))
  return songs.flatMap((song: Song) => {
    const row = byKey.get(songKey(song))
    const musician = row && byId.get(row.musicianId)
    return musician ? [{ id: row.id, title: song.title, genre: song.genre, musician }] : []
  })
}
