import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { KycSubmissionDetail } from '#lib/contract/kyc/review.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { SameElsewhere } from './same-elsewhere.tsx'

const ali: KycSubmissionDetail['same_national_id'][number] = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  username: 'ali',
  display_name: 'Ali Hassan',
  email: 'ali+dance@ngoma.test',
  kyc_status: 'under_review',
}

/** Returns the query of the link to this person. */
function queryTo(change: Partial<typeof ali>): Record<string, string> | null {
  const html = renderToStaticMarkup(
    <InLanguage>
      <SameElsewhere kind="sameId" others={[{ ...ali, ...change }]} />
    </InLanguage>,
  )
  const href = /href="\/officer\?([^"]*)"/.exec(html)?.[1]
  return href === undefined ? null : Object.fromEntries(new URLSearchParams(href.replaceAll('&amp;', '&')))
}

test('whoever has the same number is looked for by their email: a short name is a part of many', () => {
  const found = { search: 'ali+dance@ngoma.test', item: ali.id }
  expect(queryTo({})).toEqual(found)
  expect(queryTo({ kyc_status: 'approved' })).toEqual({ ...found, view: 'decided' })
  expect(queryTo({ kyc_status: 'not_submitted' })).toBeNull()
})
