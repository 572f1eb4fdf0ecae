import { toCsv } from '#lib/contract/csv.ts'
import type { RoyaltyStatement } from '#lib/contract/royalties/calls.ts'

export type StatementWords = Record<
  | 'title'
  | 'month'
  | 'closedOn'
  | 'track'
  | 'videos'
  | 'allVideos'
  | 'pool'
  | 'royalty'
  | 'tax'
  | 'votes'
  | 'voteEarnings'
  | 'total',
  string
>

/** A row per track and the sum, in shillings with two decimals. */
export function statementCsv(statement: RoyaltyStatement, words: StatementWords): string {
  const day = dayInNairobi(statement.closed_at)
  const isTaxed = statement.tax > 0
  // The tax is withheld from the sum, so a track's row has none.
  const row = (track: string, counted: Counted, tax = '') => [
    words.title,
    day,
    track,
    counted.videos,
    statement.all_videos,
    inShillings(statement.pool),
    inShillings(counted.royalty),
    counted.votes,
    inShillings(counted.vote_earnings),
    ...(isTaxed ? [tax] : []),
  ]
  return toCsv([
    [
      words.month,
      words.closedOn,
      words.track,
      words.videos,
      words.allVideos,
      words.pool,
      words.royalty,
      words.votes,
      words.voteEarnings,
      ...(isTaxed ? [words.tax] : []),
    ],
    ...statement.lines.map((line) => row(line.track_title, line)),
    row(words.total, statement, inShillings(statement.tax)),
  ])
}

/** `ngoma-statement-october-2026.csv` */
export function statementFileName(statement: string, title: string): string {
  const name = `${statement} ${title}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return `ngoma-${name.replace(/^-|-$/g, '')}.csv`
}

type Counted = Pick<RoyaltyStatement, 'videos' | 'royalty' | 'votes' | 'vote_earnings'>

function inShillings(amount: number): string {
  return amount.toFixed(2)
}

/** `2026-11-01`: every spreadsheet reads it as a date. */
function dayInNairobi(moment: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Africa/Nairobi' }).format(
    new Date(moment),
  )
}
