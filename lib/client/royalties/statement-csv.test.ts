import { describe, expect, test } from 'vitest'
import { toCsv } from '#lib/contract/csv.ts'
import type { RoyaltyStatement } from '#lib/contract/royalties/calls.ts'
import { statementCsv, statementFileName } from './statement-csv.ts'

const words = {
  title: 'October 2026',
  month: 'Month',
  closedOn: 'Closed on',
  track: 'Track',
  videos: 'Videos',
  allVideos: 'All videos',
  pool: 'Pool (KES)',
  royalty: 'Royalty (KES)',
  votes: 'Votes',
  voteEarnings: 'Earned by votes (KES)',
  tax: 'Tax withheld (KES)',
  total: 'Total',
}

const statement: RoyaltyStatement = {
  id: 's',
  challenge_id: 'c',
  challenge_title: 'October 2026',
  // 00:35 of the first in Nairobi.
  closed_at: '2026-10-31T21:35:00.000Z',
  pool: 1_500,
  videos: 3,
  all_videos: 7,
  royalty: 642.86,
  tax: 0,
  votes: 1_240,
  vote_earnings: 18_600,
  lines: [
    { track_id: 'a', track_title: 'Usiku', videos: 2, royalty: 428.57, votes: 1_000, vote_earnings: 15_000 },
    { track_id: 'b', track_title: 'Moyo', videos: 1, royalty: 214.29, votes: 240, vote_earnings: 3_600 },
  ],
}

/** Rows without the byte order mark. */
const rowsOf = (csv: string) => csv.slice(1).split('\r\n')

describe('a statement as a CSV file', () => {
  test('has a row for each track and their sum, on the day of Nairobi, with plain amounts', () => {
    expect(rowsOf(statementCsv(statement, words))).toEqual([
      'Month,Closed on,Track,Videos,All videos,Pool (KES),Royalty (KES),Votes,Earned by votes (KES)',
      'October 2026,2026-11-01,Usiku,2,7,1500.00,428.57,1000,15000.00',
      'October 2026,2026-11-01,Moyo,1,7,1500.00,214.29,240,3600.00',
      'October 2026,2026-11-01,Total,3,7,1500.00,642.86,1240,18600.00',
      '',
    ])
  })

  test('has the tax that was withheld from the sum, where there is one', () => {
    const [head, track, , total] = rowsOf(statementCsv({ ...statement, tax: 32.14 }, words))
    expect(head).toContain('Earned by votes (KES),Tax withheld (KES)')
    expect([track, total]).toEqual([
      'October 2026,2026-11-01,Usiku,2,7,1500.00,428.57,1000,15000.00,',
      'October 2026,2026-11-01,Total,3,7,1500.00,642.86,1240,18600.00,32.14',
    ])
  })

  test('is named after its month', () => {
    expect(statementFileName('statement', 'October 2026')).toBe('ngoma-statement-october-2026.csv')
    expect(statementFileName('statement', '  Août / 2026! ')).toBe('ngoma-statement-août-2026.csv')
  })
})

describe('a CSV file', () => {
  test('begins with the byte order mark, and its rows end with CRLF', () => {
    expect(toCsv([['Ngoma ya Mūgithi'], [1]])).toBe('\uFEFFNgoma ya Mūgithi\r\n1\r\n')
  })

  test('quotes commas, quotes and line breaks', () => {
    expect(rowsOf(toCsv([['a,b', 'say "hi"', 'two\nlines']]))[0]).toBe('"a,b","say ""hi""","two\nlines"')
  })

  test.each(['=1+1', '+254', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|calc', '%x', '＝1+1'])(
    'makes %j a text that no spreadsheet runs',
    (text) => {
      expect(toCsv([[text]])).toContain(`'${text}`)
    },
  )

  test('leaves other texts and numbers below zero as they are', () => {
    expect(rowsOf(toCsv([['a=b', 'Usiku - Remix', -5]]))[0]).toBe('a=b,Usiku - Remix,-5')
  })
})
