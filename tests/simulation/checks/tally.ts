import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { z } from 'zod'
import { type TallyRow, tallyRows, tallySummary } from '#lib/contract/tally/calls.ts'
import { rowText, startText } from '#lib/contract/tally/format.ts'
import { rowsOf } from '../database.ts'
import type { WebClient } from '../web-client.ts'

/** The public list, checked like any visitor can: its chain is valid, and it has each video's votes. */
export async function checkTally(database: pg.Pool, web: WebClient, challengeId: string): Promise<string[]> {
  const path = `/api/challenges/${challengeId}/tally/`
  const { salt, head } = tallySummary.answer.parse(await web.expect(200, { method: 'GET', path }))
  const differences: string[] = []
  let hash = sha256(startText(challengeId, salt))
  const counted = new Map<string, number>()
  const listed = await readList(web, path)
  for (const row of listed) {
    hash = sha256(rowText(hash, row))
    if (hash !== row.hash) return [`the public list breaks at row ${row.position}`]
    counted.set(row.video_id, (counted.get(row.video_id) ?? 0) + row.votes)
  }
  if (head.position !== listed.length || head.hash !== hash)
    differences.push(`the public list ends at ${listed.length}, its published end is ${head.position}`)
  const videos = await rowsOf<{ id: string; votes: number }>(
    database,
    `SELECT id, vote_count AS votes FROM video WHERE challenge_id = $1 AND kind = 'entry'`,
    [challengeId],
  )
  for (const { id, votes } of videos)
    if ((counted.get(id) ?? 0) !== votes)
      differences.push(`the public list gives video ${id} ${counted.get(id) ?? 0} votes, it shows ${votes}`)
  return differences
}

async function readList(web: WebClient, path: string): Promise<TallyRow[]> {
  const listed: TallyRow[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: z.output<typeof tallyRows.answer> = tallyRows.answer.parse(
      await web.expect(200, { method: 'GET', path: `${path}rows/?after=${after}` }),
    )
    listed.push(...page.results)
    after = page.next_after
  }
  return listed
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
