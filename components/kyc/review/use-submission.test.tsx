import { afterEach, expect, test, vi } from 'vitest'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { ApiError } from '#lib/client/http/api.ts'
import type { KycSubmissionDetail } from '#lib/contract/kyc/review.ts'
import { drawOnce, shownCall } from '#tests/support/shown-call.tsx'
import { useSubmissionReview } from './use-submission.ts'

const handedIn = (kyc_submitted_at: string) => ({ kyc_submitted_at }) as KycSubmissionDetail
const review = {
  path: { id: 'amina' },
  body: { action: 'approve', kyc_submitted_at: '2026-11-21T09:00:00.000Z' },
} as const

afterEach(() => vi.unstubAllGlobals())

function refuseWith(code: string): void {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Look at it again.', code }, { status: 409 }))
}

test('a submission that was handed in again is read anew before that is said', async () => {
  const { client, requests, stop, data } = shownCall<KycSubmissionDetail>(deskAnswers.submission('amina'))
  requests[0]?.resolve(handedIn('2026-11-21T09:00:00.000Z'))
  await expect.poll(() => data()?.kyc_submitted_at).toBe('2026-11-21T09:00:00.000Z')
  refuseWith('submission_changed')
  const said: string[] = []
  const decide = drawOnce(client, () => useSubmissionReview())
  const refused = decide(review).catch((error: unknown) => {
    said.push(`refused ${data()?.kyc_submitted_at}`)
    return error
  })
  await expect.poll(() => requests.length).toBe(2)
  expect(said).toEqual([])
  requests[1]?.resolve(handedIn('2026-11-23T12:00:00.000Z'))
  expect(await refused).toBeInstanceOf(ApiError)
  expect(said).toEqual(['refused 2026-11-23T12:00:00.000Z'])
  stop()
})

test('any other refusal reads nothing', async () => {
  const { client, requests, stop } = shownCall<KycSubmissionDetail>(deskAnswers.submission('amina'))
  refuseWith('claimed')
  const decide = drawOnce(client, () => useSubmissionReview())
  await expect(decide(review)).rejects.toMatchObject({ code: 'claimed' })
  expect(requests).toHaveLength(1)
  stop()
})
