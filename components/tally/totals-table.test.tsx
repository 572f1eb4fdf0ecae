import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TallySummary } from '#lib/contract/tally/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { TotalsTable } from './totals-table.tsx'

const hash = '0'.repeat(64)
const total = {
  video_id: 'a',
  title: 'Kayole sunset',
  dancer: 'Amina',
  is_shown: true,
  listed: 3,
  counted: 3,
}

/** Returns the table's links, and whether each names its video. */
function linksOf(totals: TallySummary['totals']): string[] {
  const summary: TallySummary = {
    challenge: { id: 'm', title: 'November 2026 Challenge' },
    salt: hash,
    start: hash,
    head: { position: 1, hash, votes: 3 },
    heads: [],
    videos: totals.length,
    counted: 3,
    totals,
  }
  const html = renderToStaticMarkup(
    <InLanguage>
      <TotalsTable summary={summary} verdict={null} onAll={async () => undefined} />
    </InLanguage>,
  )
  for (const { title } of totals) expect(html).toContain(title)
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, path = '']) => path)
}

test('a video that was withdrawn keeps its line, which leads nowhere', () => {
  const withdrawn = { ...total, video_id: 'b', title: 'Withdrawn dance', is_shown: false }
  expect(linksOf([total, withdrawn])).toEqual(['/video/a'])
})
