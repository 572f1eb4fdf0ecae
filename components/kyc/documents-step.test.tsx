import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { DocumentsStep } from './documents-step.tsx'
import type { DocumentUploads } from './use-document-uploads.ts'

const uploads: DocumentUploads = {
  states: {},
  previews: {},
  isBusy: false,
  failed: [],
  keepStored: () => undefined,
  pick: () => undefined,
}
const file = { file_name: 'a.jpg', file_size: 600, mime_type: 'image/jpeg' }
const profile = {
  kyc_field_reasons: { id_front: 'The corner is cut off.', id_back: 'Too dark.' },
  kyc_reviewed_at: '2026-11-20T09:00:00.000Z',
  missing_requirements: { fields: [], documents: [] },
  documents: [
    { ...file, document_type: 'id_front', uploaded_at: '2026-11-21T08:00:00.000Z' },
    { ...file, document_type: 'id_back', uploaded_at: '2026-11-19T08:00:00.000Z' },
  ],
} as unknown as Profile

/** The officer's remark per document, and whether it is an alarm. */
function remarks(shown: Profile, language: 'en' | 'sw' = 'en') {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <DocumentsStep profile={shown} uploads={uploads} onBack={() => undefined} onDone={() => undefined} />
    </InLanguage>,
  )
  return [...html.matchAll(/<p class="([^"]*)">([^<]*(?:cut off|Too dark)[^<]*)</g)].map(
    ([, look, words]) => ({ isAlarm: look?.includes('text-alarm'), words }),
  )
}

test('what was said of a document that was replaced since is no alarm, and says so', () => {
  expect(remarks(profile)).toEqual([
    {
      isAlarm: false,
      words: 'From the review, about the document that you have replaced: The corner is cut off.',
    },
    { isAlarm: true, words: 'From the review: Too dark.' },
  ])
  expect(remarks(profile, 'sw')[0]?.words).toBe(
    'Afisa alisema kuhusu hati uliyobadilisha: The corner is cut off.',
  )
})

test('where nothing was reviewed yet, what was said stays as it is', () => {
  const known = { ...profile, kyc_reviewed_at: null }
  expect(remarks(known).map(({ isAlarm }) => isAlarm)).toEqual([true, true])
})
