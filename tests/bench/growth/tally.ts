import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { chain, chainStart, paymentHash } from '#lib/domain/tally/policy.ts'

interface Gift {
  intent_id: string
  video_id: string
  votes: number
  paid_at: Date
  phone: string
  receipt: string
}

const HOUR_MS = 3_600_000

/** Lists a month's gifts as the worker does, chained by the product's own rules, with a head for each hour. */
export async function listMonth(client: pg.Client, challengeId: string): Promise<void> {
  const { rows: lists } = await client.query<{ salt: string }>(
    'SELECT salt FROM tally_list WHERE challenge_id = $1',
    [challengeId],
  )
  const salt = lists[0]?.salt ?? ''
  const { rows: gifts } = await client.query<Gift>(
    `SELECT g.intent_id, g.video_id, g.vote_count AS votes, i.paid_at, g.phone, r.receipt
      FROM gift g JOIN payment_intent i ON i.id = g.intent_id JOIN mpesa_receipt r ON r.intent_id = g.intent_id
      WHERE g.challenge_id = $1 ORDER BY i.settled_at, g.intent_id`,
    [challengeId],
  )
  const lines = chain(
    { position: 0, hash: chainStart(challengeId, salt) },
    gifts.map(({ receipt, phone, paid_at, ...gift }) => {
      const key = createHash('md5').update(gift.intent_id).digest('hex')
      return {
        ...gift,
        at: paid_at,
        paid_at: paid_at.toISOString(),
        key,
        payment: paymentHash({ salt, key, receipt, phone }),
      }
    }),
  )
  const into = client.query(
    from(
      'COPY tally_row (challenge_id, position, intent_id, turn, paid_at, video_id, votes, payment, key, hash, listed_at) FROM STDIN',
    ),
  )
  const text = function* () {
    for (const line of lines)
      yield `${[
        challengeId,
        line.position,
        line.intent_id,
        0,
        line.paid_at,
        line.video_id,
        line.votes,
        line.payment,
        line.key,
        line.hash,
        line.paid_at,
      ].join('\t')}\n`
  }
  await pipeline(Readable.from(text()), into)
  let votes = 0
  const heads = new Map<number, { position: number; hash: string; votes: number }>()
  for (const { at, position, hash, votes: more } of lines) {
    votes += more
    heads.set(Math.ceil(at.getTime() / HOUR_MS), { position, hash, votes })
  }
  const ends = [...heads].map(([hour, head]) => ({ at: new Date(hour * HOUR_MS), ...head }))
  await client.query(
    `INSERT INTO tally_head (challenge_id, published_at, position, hash, votes)
      SELECT $1, h.* FROM unnest($2::timestamptz[], $3::int[], $4::text[], $5::int[]) AS h`,
    [
      challengeId,
      ends.map(({ at }) => at),
      ends.map(({ position }) => position),
      ends.map(({ hash }) => hash),
      ends.map((head) => head.votes),
    ],
  )
}
