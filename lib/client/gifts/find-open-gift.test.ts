import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/client/http/api.ts'
import { answered, offline, pendingGift, stubAnswers, stubBrowser } from '#tests/support/browser-of-gifts.ts'
import { besides, findOpenGift, rememberOpenGift } from './open-gift.ts'

beforeEach(() => {
  stubBrowser()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const request = { videoId: 'other', title: 'Leso', dancer: 'Amina', paybill: null }
const asked = { request, quantity: 2, phone: '254712345678' }
const promptOpen = new ApiError(409, { code: 'prompt_open', error: 'One is open.', gift_id: 'g' })

test('an open gift for another video is shown as what it is, with what was not ordered', async () => {
  stubAnswers(answered(pendingGift))
  expect(await findOpenGift(promptOpen, asked)).toMatchObject({
    id: 'g',
    videoId: 'v',
    title: 'Kanga',
    dancer: '',
    quantity: 5,
    notOrdered: { title: 'Leso', quantity: 2 },
  })
})

test('one that this device has begun is known already', async () => {
  const requests = stubAnswers()
  const { title, dancer } = { title: 'Kanga', dancer: 'Aisha' }
  rememberOpenGift({ ...asked, id: 'g', videoId: 'v', title, dancer, startedAt: Date.now() })
  expect(await findOpenGift(promptOpen, asked)).toMatchObject({
    dancer: 'Aisha',
    notOrdered: { title: 'Leso', quantity: 2 },
  })
  expect(requests).toEqual([])
})

test('one that is open on another phone says that the phone that was typed is not asked', () => {
  const { title, dancer } = request
  const open = { ...asked, id: 'g', videoId: 'other', title, dancer, startedAt: 0 }
  expect(besides(open, asked).notOrdered).toBeUndefined()
  const phone = '254712345679'
  expect(besides(open, { ...asked, phone }).notOrdered).toEqual({ title, quantity: 2, phone })
})

test('where it is the same gift nothing was left undone', async () => {
  stubAnswers(answered({ ...pendingGift, video_id: 'other', vote_count: 2 }))
  const found = await findOpenGift(promptOpen, asked)
  expect(found).toMatchObject({ dancer: 'Amina', quantity: 2 })
  expect(found?.notOrdered).toBeUndefined()
})

test('there is none where another visitor has it, where it can not be read, and where something else is wrong', async () => {
  stubAnswers(offline)
  const error = 'One is open.'
  expect(await findOpenGift(new ApiError(409, { code: 'prompt_open', error }), asked)).toBeNull()
  expect(await findOpenGift(new ApiError(403, { gift_id: 'g', error }), asked)).toBeNull()
  expect(await findOpenGift(new TypeError('broken'), asked)).toBeNull()
  expect(await findOpenGift(promptOpen, asked)).toBeNull()
})
