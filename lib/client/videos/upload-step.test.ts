import { describe, expect, test } from 'vitest'
import { kycGateOf, nextStep, stateOfStep, uploadSteps } from './upload-step.ts'

describe('the next step', () => {
  const ready = {
    kycStatus: 'approved',
    isSubscribed: true,
    submitted: [false, false, false],
    canSubmit: true,
  } as const

  test.each(['not_submitted', 'pending', 'under_review', 'rejected'] as const)(
    'is KYC while it is %s',
    (kycStatus) => {
      expect(nextStep({ ...ready, kycStatus })).toBe('kyc')
    },
  )

  test('is the subscription, then the wait for tracks, then a video for each', () => {
    expect(nextStep({ ...ready, isSubscribed: false, submitted: [] })).toBe('subscribe')
    expect(nextStep({ ...ready, submitted: [] })).toBe('tracks')
    expect(nextStep(ready)).toBe('submit')
    expect(nextStep({ ...ready, submitted: [true, false, true] })).toBe('submit')
    expect(nextStep({ ...ready, submitted: [true, true, true] })).toBe('done')
  })

  test('is never past the videos while a pool that was too small may still give tracks', () => {
    for (const submitted of [[true], [true, true]]) {
      expect(nextStep({ ...ready, submitted })).toBe('submit')
      expect(nextStep({ ...ready, submitted, canSubmit: false })).toBe('done')
    }
    expect(nextStep({ ...ready, submitted: [true, false], canSubmit: false })).toBe('submit')
  })
})

test('the rail shows what is done, what is next and what comes later', () => {
  expect(uploadSteps.map((step) => stateOfStep(step, 'subscribe'))).toEqual([
    'done',
    'next',
    'later',
    'later',
  ])
  expect(uploadSteps.map((step) => stateOfStep(step, 'done'))).toEqual(['done', 'done', 'done', 'done'])
})

test('the KYC gate has three states', () => {
  expect(kycGateOf('under_review')).toBe('under_review')
  expect(kycGateOf('rejected')).toBe('rejected')
  expect(kycGateOf('pending')).toBe('not_submitted')
  expect(kycGateOf('not_submitted')).toBe('not_submitted')
})
