import { now } from '#lib/core/clock.ts'
import { closeDb, db, rows, runTransaction } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { monthOf } from './months/dates.ts'
import { seedMonths } from './months/seed-months.ts'
import { readPool, type SongFile, seedTracks } from './music/seed-tracks.ts'
import { songKey, songs } from './music/songs.ts'
import { readPeople, seedPeople } from './people/seed-people.ts'

export async function seed(): Promise<{ changed: boolean }> {
  if (env.NGOMA_ENV === 'production') throw new Error('The demo data is not for production.')
  const today = now()
  const launch = monthOf(today, -2).startsAt
  const files = new Map<string, SongFile>(songs.map((song) => [songKey(song), { size: 48_000, seconds: 12 }]))
  const changed = await runTransaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [20_261_120])
    const newPeople = await seedPeople(client, launch)
    const people = await readPeople(client)
    const newTracks = await seedTracks(client, people, files, launch, today)
    const pool = await readPool(client, people)
    const newMonths = await seedMonths(client, today, { people, pool, youtubeIds: env.SEED_YOUTUBE_IDS })
    return newPeople || newTracks || newMonths
  })
  if (changed) await analyze()
  return { changed }
}

/** Fresh tables have no statistics, and the first plans would be bad ones. Only the tables' owner may. */
async function analyze(): Promise<void> {
  const client = await db().connect()
  try {
    await client.query('SET ROLE NONE')
    await client.query('ANALYZE')
    await client.query('RESET ROLE')
  } finally {
    client.release()
  }
}

if (import.meta.main) {
  const started = performance.now()
  const { changed } = await seed()
  const [counts] = await rows<Record<string, bigint>>(
    db(),
    'SELECT (SELECT count(*) FROM video) AS videos, (SELECT count(*) FROM gift) AS gifts, (SELECT count(*) FROM app_user) AS people',
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    changed
      ? `Seeded: ${counts?.people} people, ${counts?.videos} videos, ${counts?.gifts} gifts in ${seconds} s.`
      : `The demo data is there already (${seconds} s).`,
  )
  await closeDb()
}
