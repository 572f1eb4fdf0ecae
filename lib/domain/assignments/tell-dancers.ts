import { rows } from '#lib/core/db.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'

type Told = { dancer_id: string; challenge: string; tracks: { title: string; artist: string }[] }

/** Mails dancers which tracks were drawn for them just now. */
export async function tellAssigned(
  tx: Tx,
  challengeId: string,
  drawn: readonly { dancerId: string; trackId: string }[],
): Promise<void> {
  if (drawn.length === 0) return
  const told = await rows<Told>(
    tx.client,
    `SELECT just.dancer_id, c.title AS challenge,
        jsonb_agg(jsonb_build_object('title', t.title, 'artist', t.artist) ORDER BY t.title) AS tracks
      FROM unnest($2::uuid[], $3::uuid[]) AS just(dancer_id, track_id)
      JOIN track t ON t.id = just.track_id JOIN challenge c ON c.id = $1
      GROUP BY just.dancer_id, c.title`,
    [challengeId, drawn.map((one) => one.dancerId), drawn.map((one) => one.trackId)],
  )
  for (const { dancer_id, challenge, tracks } of told)
    await sendMail(tx, { userId: dancer_id, template: 'tracks_assigned', data: { challenge, tracks } })
}
