import type pg from 'pg'
import { z } from 'zod'
import { rowsOf } from '../database.ts'
import type { BookLine } from '../mpesa-desk.ts'
import type { Watchers } from '../watchers.ts'
import type { WebClient } from '../web-client.ts'

type Video = { id: string; votes: number; giftsOf: string[] | null }

const shown = z.object({ vote_count: z.number() })

/** Each video has exactly the votes of M-Pesa's book: in the database, on its page and on open sockets. */
export async function checkVotes(
  database: pg.Pool,
  book: readonly BookLine[],
  web: WebClient,
  watchers: Watchers,
): Promise<string[]> {
  const cents = new Map(book.map(({ receipt, amountCents }) => [receipt, amountCents]))
  const videos = await rowsOf<Video>(
    database,
    `SELECT v.id, v.vote_count AS votes, array_agg(r.receipt) FILTER (WHERE r.receipt IS NOT NULL) AS "giftsOf" FROM video v
      LEFT JOIN gift g ON g.video_id = v.id LEFT JOIN payment_intent i ON i.id = g.intent_id AND i.state = 'credited'
      LEFT JOIN mpesa_receipt r ON r.intent_id = i.id AND r.status IN ('credited', 'claimed') GROUP BY v.id`,
  )
  const differences: string[] = []
  for (const { id, votes, giftsOf } of videos) {
    const paid = (giftsOf ?? []).reduce((sum, receipt) => sum + (cents.get(receipt) ?? 0n), 0n)
    if (paid !== BigInt(votes) * 5_000n)
      differences.push(`video ${id} has ${votes} votes, and ${paid} cents were paid for it`)
  }
  for (const [id, seen] of watchers.seen) {
    const votes = videos.find((video) => video.id === id)?.votes
    if (seen !== votes) differences.push(`the socket of video ${id} says ${seen}, the count is ${votes}`)
    const page = shown.parse(await web.expect(200, { method: 'GET', path: `/api/videos/${id}/` })).vote_count
    if (page !== votes) differences.push(`the page of video ${id} says ${page}, the count is ${votes}`)
  }
  return differences
}
