// A month with dancers, musicians and videos, for tests of money.
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { asOwner } from './owner.ts'

const DAY_SECONDS = 86_400

export type Month = { id: string; endsAt: Date }
export type StageVideo = {
  id: string
  voteCode: string
  dancerId: string
  musicianId: string
  dancerPhone: string
}

/** Months since 2030, which tests of the clock do not reach. */
let months = 0

/** Opens a month in voting, in its own calendar month. By default the month ends in 60 days. */
export async function openMonth(endsInSeconds = 60 * DAY_SECONDS): Promise<Month> {
  const id = newId()
  const start = addSeconds(now(), -10 * DAY_SECONDS)
  const endsAt = addSeconds(now(), endsInSeconds)
  await db().query(
    `INSERT INTO challenge (id, title, month, phase, starts_at, voting_starts_at, submissions_end_at, ends_at)
      VALUES ($1, 'The month', $2, 'voting', $3, $3, $4, $4)`,
    [id, new Date(Date.UTC(2030, months++, 1)), start, endsAt],
  )
  return { id, endsAt }
}

export async function addPerson(role: 'dancer' | 'copyright_owner', phone = ''): Promise<string> {
  const id = newId()
  const name = `${role} ${id}`
  await db().query(
    `INSERT INTO app_user (id, username, email, password_hash, role, phone_number, is_email_verified)
      VALUES ($1, $2, $3, '-', $4, $5, true)`,
    [id, name, `${id}@ngoma.test`, role, phone],
  )
  await db().query('INSERT INTO profile (user_id, display_name) VALUES ($1, $2)', [id, name])
  await db().query('SELECT open_account($1, $2)', [role === 'dancer' ? 'dancer' : 'musician', id])
  return id
}

/** Adds an approved video, by default with its own dancer and musician. */
export async function addVideo(
  month: Month,
  of: { dancerId?: string; musicianId?: string } = {},
): Promise<StageVideo> {
  const dancerPhone = '254799990000'
  const dancerId = of.dancerId ?? (await addPerson('dancer', dancerPhone))
  const musicianId = of.musicianId ?? (await addPerson('copyright_owner'))
  const [trackId, id, voteCode] = [newId(), newId(), newSpokenCode(6)]
  await db().query(
    `INSERT INTO track (id, musician_id, title, artist, status, object_key, file_size)
      VALUES ($1, $2, 'A song', 'A singer', 'approved', $3, 1000)`,
    [trackId, musicianId, `tracks/${trackId}.mp3`],
  )
  await db().query(
    `INSERT INTO video (id, title, dancer_id, track_id, challenge_id, video_file_url, status, vote_code)
      VALUES ($1, 'A dance', $2, $3, $4, 'https://media.test/a.webm', 'approved', $5)`,
    [id, dancerId, trackId, month.id, voteCode],
  )
  return { id, voteCode, dancerId, musicianId, dancerPhone }
}

export async function votesOf(video: { id: string }): Promise<number> {
  const row = await firstRow<{ vote_count: number }>(db(), 'SELECT vote_count FROM video WHERE id = $1', [
    video.id,
  ])
  return row?.vote_count ?? -1
}

/** Returns the balance in cents. */
export async function walletOf(ownerId: string): Promise<bigint> {
  const row = await firstRow<{ posted: bigint }>(db(), 'SELECT posted FROM account WHERE owner_id = $1', [
    ownerId,
  ])
  return row?.posted ?? -1n
}

/** Records a failed withdrawal, so that the phone counts as the dancer's. */
export async function withdrawTo(dancerId: string, phone: string): Promise<void> {
  await asOwner((client) =>
    client.query(
      `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, state, approve_after, closed_at)
      SELECT $1::uuid, $1::text, $2, a.id, 10000, $3, 'failed', now(), now() FROM account a WHERE a.owner_id = $2`,
      [newId(), dancerId, phone],
    ),
  )
}
