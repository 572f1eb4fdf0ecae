import { randomBytes } from 'node:crypto'
import { contract } from '#lib/contract/all.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import type { Month } from './contest.ts'
import { signInAs } from './people.ts'
import { loadRoute } from './route-files.ts'
import { send } from './send.ts'

export type Submitter = { id: string; access: string; trackIds: string[] }

/** Creates a dancer with approved KYC, subscription and three tracks, unless `but` says otherwise. */
export async function readyDancer(
  month: Month,
  but: { kyc?: string; subscription?: 'pending' | 'failed' | null; tracks?: number } = {},
): Promise<Submitter> {
  const { user, access } = await signInAs('dancer')
  await setKyc(user.id, but.kyc ?? 'approved')
  if (but.subscription !== null)
    await db().query(
      `INSERT INTO subscription (challenge_id, dancer_id, status, amount) VALUES ($1, $2, $3, 100000)`,
      [month.id, user.id, but.subscription ?? 'paid'],
    )
  const trackIds: string[] = []
  for (let place = 0; place < (but.tracks ?? 3); place++) {
    const trackId = await addTrack((await signInAs('copyright_owner')).user.id)
    await assign(month, user.id, trackId)
    trackIds.push(trackId)
  }
  return { id: user.id, access, trackIds }
}

/** Creates a musician with approved KYC and one track, unless `but` says otherwise. */
export async function readyMusician(but: { kyc?: string; track?: string } = {}): Promise<Submitter> {
  const { user, access } = await signInAs('copyright_owner')
  await setKyc(user.id, but.kyc ?? 'approved')
  return { id: user.id, access, trackIds: [await addTrack(user.id, but.track)] }
}

export async function addTrack(musicianId: string, status = 'approved'): Promise<string> {
  const id = newId()
  await db().query(
    `INSERT INTO track (id, musician_id, title, artist, genre, status, object_key, file_size, duration_seconds)
      VALUES ($1, $2, 'Sheng', 'A singer', 'Gengetone', $3, $4, 1000, 92)`,
    [id, musicianId, status, `tracks/${id}.mp3`],
  )
  return id
}

export async function assign(month: Month, dancerId: string, trackId: string): Promise<void> {
  await db().query(
    `INSERT INTO track_assignment (challenge_id, dancer_id, track_id, seed) VALUES ($1, $2, $3, 'a test')`,
    [month.id, dancerId, trackId],
  )
}

export async function setKyc(userId: string, status: string): Promise<void> {
  await db().query('UPDATE profile SET kyc_status = $2::kyc_status WHERE user_id = $1', [userId, status])
}

export function newYoutubeId(): string {
  return randomBytes(8).toString('base64url')
}

/** Submits a video, by default for the first track. */
export async function submit(
  by: Submitter,
  more: { track_id?: unknown; youtube_url?: unknown; title?: string } = {},
): Promise<Response> {
  const { POST } = await loadRoute(contract.submissions.submit)
  const body = { track_id: by.trackIds[0], youtube_url: `https://youtu.be/${newYoutubeId()}`, ...more }
  return send(POST, { method: 'POST', body, access: by.access })
}

/** Submits a video and expects success. @returns the video's id */
export async function submitted(by: Submitter, more: Parameters<typeof submit>[1] = {}): Promise<string> {
  const answer = await submit(by, more)
  const { video_id } = (await answer.json()) as { video_id?: string }
  if (answer.status !== 201 || !video_id) throw new Error(`not taken: ${answer.status}`)
  return video_id
}
