// Counted gifts without money movements, for fraud tests.
import { randomUUID } from 'node:crypto'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { networkMark } from '#lib/domain/fraud/network-mark.ts'
import { addVideo, type Month, type StageVideo } from './contest.ts'
import { newAddress } from './send.ts'

/** Adds a video that has been open to votes for ten days. */
export async function addOpenVideo(month: Month): Promise<GivenTo> {
  const video = await addVideo(month)
  await db().query('UPDATE video SET approved_date = $2 WHERE id = $1', [
    video.id,
    addSeconds(now(), -864_000),
  ])
  return { ...video, challengeId: month.id }
}

export type GivenTo = StageVideo & { challengeId: string }

let phones = 0
export const unusedPhone = () => `2547331${String(phones++).padStart(5, '0')}`

type Paid = {
  phone?: string
  session?: string
  model?: string
  address?: string
  votes?: number
  agoSeconds?: number
  /** Random by default: without a time, like ids made from an Idempotency-Key. */
  id?: string
  /** If the order time differs from the payment's. */
  orderedAt?: Date
}

/** Time of the newest payments: late enough that payments some minutes earlier are on the same day. */
const moment = new Date(Math.max(now().getTime(), addSeconds(nairobiDayStart(now()), 1_200).getTime()))

export async function addGift(video: GivenTo, paid: Paid = {}): Promise<string> {
  const id = paid.id ?? randomUUID()
  const who = paid.phone ?? unusedPhone()
  const paidAt = addSeconds(moment, -(paid.agoSeconds ?? 0))
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, paid_at, settled_at, created_at)
      VALUES ($1, 'gift', 'credited', $2, $3, $4, $5, $5, $6)`,
    [id, (paid.votes ?? 1) * 5_000, who, id.slice(-12), paidAt, paid.orderedAt ?? paidAt],
  )
  await db().query(
    `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone,
        session_id, device_fingerprint, network)
      SELECT $1, $2, $3, d.id, m.id, $4, $5, $6, $7, $8 FROM account d, account m WHERE d.owner_id = $9 AND m.owner_id = $10`,
    [
      id,
      video.id,
      video.challengeId,
      paid.votes ?? 1,
      who,
      paid.session ?? newId(),
      paid.model ?? newId().slice(-20),
      networkMark(paid.address ?? newAddress()),
      video.dancerId,
      video.musicianId,
    ],
  )
  await db().query('UPDATE video SET vote_count = vote_count + $2 WHERE id = $1', [video.id, paid.votes ?? 1])
  return id
}
/** @returns the gifts' ids, oldest first */
export async function addGifts(video: GivenTo, count: number, paid: (n: number) => Paid): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await addGift(video, paid(n)))
  return ids
}

/** Adds gifts of several phones in one browser, a second apart. */
export function addSharedBrowser(video: GivenTo, count = 6): Promise<string[]> {
  return addGifts(video, count, (n) => ({ session: `browser of ${video.id}`, agoSeconds: count - n }))
}
