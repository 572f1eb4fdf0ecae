// npm run db:seed. README.md describes the data.
import { now } from '#lib/core/clock.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { emit, transaction } from '#lib/core/outbox.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { seedIdentities } from './identities/seed-identities.ts'
import { storeDocuments } from './identities/store-documents.ts'
import { storeLoops } from './media/store-loops.ts'
import { tellSimulator } from './money/simulator-book.ts'
import { monthOf } from './months/dates.ts'
import { seedMonths } from './months/seed-months.ts'
import { readPool, seedTracks } from './music/seed-tracks.ts'
import { storeSongs } from './music/store-songs.ts'
import { seedNotifications } from './people/seed-notifications.ts'
import { kycHolders, readPeople, seedPeople } from './people/seed-people.ts'

export interface Seeding {
  changed: boolean
}

/**
 * Adds missing demo files and rows, all rows in one transaction. Idempotent within a month.
 * @throws Error in production
 */
export async function seed(): Promise<Seeding> {
  if (env.NGOMA_ENV === 'production') throw new Error('The demo data is not for production.')
  const today = new Date(Math.floor(now().getTime() / 1000) * 1000)
  const launch = monthOf(today, -2).startsAt
  const [files] = await Promise.all([storeSongs(), storeLoops()])
  const changed = await transaction(async (tx) => {
    // The lock, because two concurrent seeds would both find nothing.
    await tx.client.query('SELECT pg_advisory_xact_lock(20261120)')
    const newPeople = await seedPeople(tx.client, launch)
    const people = await readPeople(tx.client)
    const newIdentities = await seedIdentities(tx.client, kycHolders(), people.officerIds, launch, today)
    const newTracks = await seedTracks(tx.client, people, files, launch, today)
    const pool = await readPool(tx.client, people)
    const newMonths = await seedMonths(tx.client, today, { people, pool, youtubeIds: env.SEED_YOUTUBE_IDS })
    if (newMonths) await seedNotifications(tx.client)
    if (newMonths) await emit(tx, publicContentChanged, { what: 'challenge' })
    return newPeople || newIdentities || newTracks || newMonths
  })
  await storeDocuments(kycHolders())
  if (changed) await analyze()
  return { changed }
}

/** Analyses new tables, whose missing statistics lead to bad plans. Only their owner can analyse. */
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
  const told = !env.MPESA_SIMULATOR || (await tellSimulator(db(), env.MPESA_BASE_URL))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(changed ? `Demo data added in ${seconds} s.` : `The demo data is there (${seconds} s).`)
  if (!told) {
    console.log(
      `The M-Pesa simulator at ${env.MPESA_BASE_URL} does not answer: the next seed tells it of the payments.`,
    )
  }
  closeStorage()
  await Promise.all([closeDb(), closeRedis()])
}
