import { describe, expect, test } from 'vitest'
import { declaredType, foundType } from './policy.ts'

describe('the type that a file is said to have', () => {
  test('has one name, whatever the browser calls it', () => {
    expect(declaredType('kyc_document', 'image/jpg', 'id.jpg')).toBe('image/jpeg')
    expect(declaredType('kyc_document', 'image/HEIF', 'id.heif')).toBe('image/heic')
    expect(declaredType('track', 'audio/mp3', 'song.mp3')).toBe('audio/mpeg')
  })

  test('is told by the name where the browser does not know it', () => {
    expect(declaredType('kyc_document', '', 'IMG_01.HEIC')).toBe('image/heic')
    expect(declaredType('track', 'application/octet-stream', 'song.MP3')).toBe('audio/mpeg')
    expect(declaredType('track', '', 'song.wav')).toBe(null)
    expect(declaredType('track', '', 'mp3')).toBe('audio/mpeg')
  })

  test('has to be one of the kind: a name does not make up for a wrong one', () => {
    expect(declaredType('kyc_document', 'text/html', 'id.pdf')).toBe(null)
    expect(declaredType('avatar', 'application/pdf', 'me.png')).toBe(null)
    expect(declaredType('avatar', 'constructor', 'me.constructor')).toBe(null)
    expect(declaredType('track', 'audio/wav', 'song.mp3')).toBe(null)
  })
})

test('the type that a file has is compared by the same names', () => {
  expect(foundType('kyc_document', 'image/heif')).toBe('image/heic')
  expect(foundType('avatar', 'image/heic')).toBe(null)
  expect(foundType('avatar', undefined)).toBe(null)
})
