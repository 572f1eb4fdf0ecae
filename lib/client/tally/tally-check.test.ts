import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TallyRow, TallySummary } from '#lib/contract/tally/calls.ts'
import { checkTally, isMadeOf } from './tally-check.ts'

const CHALLENGE = '0190b9a0-0000-7000-8000-000000000001'
const SALT = '0123456789abcdef0123456789abcdef'
const hex = (text: string) => createHash('sha256').update(text).digest('hex')
const start = hex(`ngoma-tally-1,${CHALLENGE},${SALT}`)

type Gift = { video_id: string; votes: number }

/** A published list, computed here independently. */
function listOf(gifts: readonly Gift[]): { rows: TallyRow[]; summary: TallySummary } {
  let hash = start
  const rows = gifts.map((gift, index) => {
    const row = {
      position: index + 1,
      paid_at: `2026-11-21T17:20:${String(index % 60).padStart(2, '0')}.000Z`,
      ...gift,
      payment: hex(String(index)),
    }
    hash = hex(`${hash},${row.position},${row.paid_at},${row.video_id},${row.votes},${row.payment}`)
    return { ...row, hash }
  })
  const listed = new Map<string, number>()
  for (const { video_id, votes } of gifts) listed.set(video_id, (listed.get(video_id) ?? 0) + votes)
  const half = rows[Math.floor(rows.length / 2)]
  const heads = half
    ? [{ position: half.position, hash: half.hash, votes: 0, published_at: '2026-11-21T18:00:00.000Z' }]
    : []
  const totals = [...listed].map(([video_id, votes]) => ({
    video_id,
    title: '',
    dancer: '',
    is_shown: true,
    listed: votes,
    counted: votes,
  }))
  const votes = gifts.reduce((sum, gift) => sum + gift.votes, 0)
  const challenge = { id: CHALLENGE, title: 'November' }
  return {
    rows,
    summary: {
      ...{ challenge, salt: SALT, start, head: { position: rows.length, hash, votes }, heads },
      ...{ videos: totals.length, counted: votes, totals },
    },
  }
}

const from =
  (rows: readonly TallyRow[], some = 3) =>
  async (after: number) => ({ results: rows.slice(after, after + some) })

const gifts = fc.array(
  fc.record({ video_id: fc.constantFrom('a', 'b', 'c'), votes: fc.integer({ min: 1, max: 100 }) }),
  { minLength: 1, maxLength: 20 },
)

describe('the check of the tally', () => {
  test('finds every list right that is, rows that came meanwhile left out', async () => {
    await fc.assert(
      fc.asyncProperty(gifts, gifts, async (all, meanwhile) => {
        const { summary } = listOf(all)
        const { rows } = listOf([...all, ...meanwhile])
        const seen: number[] = []
        const onProgress = (hashes: readonly string[]) => void seen.push(hashes.length)
        const votes = all.reduce((sum, gift) => sum + gift.votes, 0)
        expect(await checkTally({ summary, readRows: from(rows), onProgress })).toEqual({
          kind: 'right',
          gifts: all.length,
          votes,
          hash: summary.head.hash,
        })
        expect(seen.at(-1)).toBe(all.length)
      }),
    )
  })

  test('notices any vote that was changed, in the row alone or with everything after it', async () => {
    await fc.assert(
      fc.asyncProperty(gifts, fc.nat(), async (all, choice) => {
        const at = choice % all.length
        const told = listOf(all)
        const changed = all.map((gift, index) => (index === at ? { ...gift, votes: gift.votes + 1 } : gift))
        const oneRow = told.rows.map((row, index) => (index === at ? { ...row, votes: row.votes + 1 } : row))
        const { summary } = told
        expect(await checkTally({ summary, readRows: from(oneRow) })).toEqual({
          kind: 'broken',
          position: at + 1,
        })
        const { kind } = await checkTally({ summary, readRows: from(listOf(changed).rows) })
        expect(kind).toBe('broken')
      }),
    )
  })

  test('notices a row that is left out, also the last', async () => {
    await fc.assert(
      fc.asyncProperty(gifts, fc.nat(), async (all, choice) => {
        const { rows, summary } = listOf(all)
        const without = rows.toSpliced(choice % rows.length, 1)
        expect((await checkTally({ summary, readRows: from(without) })).kind).toBe('broken')
      }),
    )
  })

  test('notices totals that are not those of the rows', async () => {
    const { rows, summary } = listOf([{ video_id: 'a', votes: 2 }])
    const totals = summary.totals.map((total) => ({ ...total, listed: 3 }))
    expect(await checkTally({ summary: { ...summary, totals }, readRows: from(rows) })).toEqual({
      kind: 'wrong_totals',
      videoIds: ['a'],
    })
  })

  test('notices a list that was written anew since it was published, or since the last visit', async () => {
    const before = listOf([{ video_id: 'a', votes: 2 }])
    const now = listOf([
      { video_id: 'b', votes: 2 },
      { video_id: 'a', votes: 2 },
    ])
    const heads = before.summary.heads
    const readRows = from(now.rows)
    expect(await checkTally({ summary: { ...now.summary, heads }, readRows })).toMatchObject({ position: 1 })
    const noted = before.summary.head
    expect(await checkTally({ summary: now.summary, readRows, noted })).toMatchObject({ kind: 'broken' })
  })

  test('notices rows that are gone since the last visit, and none that an older answer does not tell of', async () => {
    await fc.assert(
      fc.asyncProperty(gifts, fc.nat(), async (all, choice) => {
        const noted = listOf(all).summary.head
        const left = all.slice(0, choice % all.length)
        const { rows, summary } = listOf(left)
        expect(await checkTally({ summary, readRows: from(rows), noted })).toEqual({
          kind: 'broken',
          position: left.length + 1,
        })
        expect(await checkTally({ summary, readRows: from(listOf(all).rows), noted })).toMatchObject({
          kind: 'right',
          gifts: left.length,
        })
      }),
    )
  })

  test('of an empty list is right', async () => {
    const { summary } = listOf([])
    expect(await checkTally({ summary, readRows: from([]) })).toMatchObject({ kind: 'right', gifts: 0 })
  })
})

test('a gift that was found is made of that receipt and that phone, and of no other', async () => {
  const hashed = { receipt: 'NLJ7RT61SV', phone: '254712345678' }
  const payment = hex(`ngoma-gift-1,${SALT},cd,NLJ7RT61SV,254712345678`)
  expect(await isMadeOf({ payment, key: 'cd' }, SALT, hashed)).toBe(true)
  expect(await isMadeOf({ payment, key: 'cd' }, SALT, { ...hashed, phone: '254712345679' })).toBe(false)
})
