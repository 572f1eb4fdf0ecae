import { db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { type IntentRow, intentOf, newPhone, untilState } from './money.ts'
import { signInAs } from './people.ts'
import { until } from './until.ts'
import { type Answer, type Sent, send } from './web-front.ts'

export type Dancer = { id: string; access: string; phone: string }

/** Creates a signed-in dancer with approved KYC and an unused phone. */
export async function newDancer(): Promise<Dancer> {
  const { access, user } = await signInAs('dancer')
  await db().query(`UPDATE profile SET kyc_status = 'approved' WHERE user_id = $1`, [user.id])
  return { id: user.id, access, phone: newPhone() }
}

export function pressSubscribe(
  dancer: Dancer,
  month: { id: string },
  body: unknown = { phone_number: dancer.phone },
  more: Omit<Sent, 'body'> = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${dancer.access}`, ...more.headers }
  return send(`/api/videos/challenges/${month.id}/join/`, { ...more, body, headers })
}

export async function cardOf(dancer: Dancer): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${dancer.access}` }
  return (await send('/api/videos/challenge/subscription-status/', { method: 'GET', headers })).json
}

export async function untilPayment(dancer: Dancer, ...states: IntentRow['state'][]): Promise<IntentRow> {
  return untilState((await paymentsFor(dancer))[0]?.id ?? '', ...states)
}

export async function paymentsFor(dancer: Dancer): Promise<IntentRow[]> {
  const found = await rows<{ id: string }>(
    db(),
    `SELECT p.intent_id AS id FROM subscription_payment p JOIN subscription s ON s.id = p.subscription_id
      WHERE s.dancer_id = $1 ORDER BY p.created_at DESC, p.intent_id DESC`,
    [dancer.id],
  )
  return Promise.all(found.map(({ id }) => intentOf(id)))
}

export async function tracksOf(dancer: { id: string }): Promise<{ track_id: string; seed: string }[]> {
  return rows(db(), 'SELECT track_id, seed FROM track_assignment WHERE dancer_id = $1', [dancer.id])
}

export function untilTracks(dancer: { id: string }, count: number) {
  return until(`dancer ${dancer.id} has ${count} tracks`, async () => {
    const tracks = await tracksOf(dancer)
    return tracks.length === count && tracks
  })
}

/** Adds tracks, by default each of its own musician. */
export async function addTracks(count: number, musicianId?: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  for (const id of ids) {
    const musician = musicianId ?? (await signInAs('copyright_owner')).user.id
    await db().query(
      `INSERT INTO track (id, musician_id, title, artist, status, object_key, file_size)
        VALUES ($1, $2, 'A song', 'A singer', 'approved', $3, 1000)`,
      [id, musician, `tracks/${id}.mp3`],
    )
  }
  return ids
}

/** Returns the balance in cents. */
export async function balanceOf(kind: string): Promise<bigint> {
  const row = await firstRow<{ posted: bigint }>(
    db(),
    'SELECT coalesce(sum(posted), 0)::bigint AS posted FROM account WHERE kind = $1 AND owner_id IS NULL',
    [kind],
  )
  return row?.posted ?? 0n
}
