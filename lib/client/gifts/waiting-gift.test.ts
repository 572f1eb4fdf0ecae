import { describe, expect, test } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import {
  forgetWaitingGift,
  keepWaitingGift,
  readWaitingGift,
  WAITING_LIFE_MS,
  type WaitingGift,
} from './open-gift.ts'

const request = { videoId: 'v', title: 'Dance', dancer: 'Amina', paybill: null }
const gift: WaitingGift = {
  key: 'k',
  request,
  quantity: 5,
  phone: '254712345678',
  startedAt: 1_000,
  waitsFor: 'line',
}

describe('a gift that waits for the connection', () => {
  test('keeps its key, for as long as it may be sent', () => {
    const storage = memoryStorage()
    keepWaitingGift(gift, storage)
    expect(readWaitingGift(1_000 + WAITING_LIFE_MS - 1, storage)).toEqual(gift)
    expect(readWaitingGift(1_000 + WAITING_LIFE_MS, storage)).toBeNull()
    expect(storage.length).toBe(0)
  })

  test('knows what it waits for; without that it is forgotten', () => {
    const storage = memoryStorage()
    keepWaitingGift({ ...gift, waitsFor: 'answer' }, storage)
    expect(readWaitingGift(2_000, storage)).toEqual({ ...gift, waitsFor: 'answer' })
    storage.setItem('waiting_gift', JSON.stringify({ ...gift, waitsFor: undefined }))
    expect(readWaitingGift(2_000, storage)).toBeNull()
  })

  test('is forgotten when it was sent or cancelled', () => {
    const storage = memoryStorage()
    keepWaitingGift(gift, storage)
    forgetWaitingGift(storage)
    expect(readWaitingGift(2_000, storage)).toBeNull()
  })

  test('is not sent where the clock was set back, or where what is stored is something else', () => {
    const storage = memoryStorage()
    keepWaitingGift(gift, storage)
    expect(readWaitingGift(0, storage)).toBeNull()
    storage.setItem('waiting_gift', '{"key":1}')
    expect(readWaitingGift(2_000, storage)).toBeNull()
    storage.setItem('waiting_gift', 'no JSON')
    expect(readWaitingGift(2_000, storage)).toBeNull()
    expect(storage.length).toBe(0)
  })
})
