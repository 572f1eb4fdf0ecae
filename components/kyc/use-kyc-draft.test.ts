import { afterEach, expect, test, vi } from 'vitest'
import { useTakeProfile } from '#components/profiles/use-my-profile.ts'
import { kycForm } from '#lib/contract/kyc/calls.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { drawOnce, shownCall } from '#tests/support/shown-call.tsx'
import { useKycDraft } from './use-kyc-draft.ts'

afterEach(() => vi.unstubAllGlobals())

const profile = {
  id: 'p',
  ...Object.fromEntries(Object.keys(kycForm.shape).map((field) => [field, ''])),
  documents: [],
  missing_requirements: { fields: ['city'], documents: ['id_front', 'id_back'] },
} as unknown as Profile
const front = { document_type: 'id_front', file_name: 'front.jpg' } as Profile['documents'][number]

test('a document that is completed while a field is saved stays', async () => {
  const saving = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => saving.promise)
  const { client, requests, stop, data } = shownCall<Profile>(['GET /users/profiles/me/'])
  requests[0]?.resolve(profile)
  await expect.poll(data).toEqual(profile)
  const draft = drawOnce(client, () => useKycDraft(profile, 'dancer'))
  draft.change('city', 'Kisumu')
  draft.leave('city')
  drawOnce(
    client,
    useTakeProfile,
  )(() => ({
    ...profile,
    documents: [front],
    missing_requirements: { fields: ['city'], documents: ['id_back'] },
  }))
  // The server read the documents earlier.
  saving.resolve(
    Response.json({
      ...profile,
      city: 'Kisumu',
      missing_requirements: { fields: [], documents: ['id_front', 'id_back'] },
    }),
  )
  await expect.poll(() => data()?.city).toBe('Kisumu')
  expect(data()).toMatchObject({
    documents: [front],
    missing_requirements: { fields: [], documents: ['id_back'] },
  })
  stop()
})
