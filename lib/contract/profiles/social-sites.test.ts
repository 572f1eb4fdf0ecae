import { describe, expect, test } from 'vitest'
import { isSocialLink, socialAddress } from './social-sites.ts'

describe('what may stand as a link', () => {
  test.each([
    ['instagram', '@amina.dances', true],
    ['instagram', 'https://www.instagram.com/amina', true],
    ['instagram', 'http://instagram.com/amina', false],
    ['instagram', 'https://instagram.com.evil.example/a', false],
    ['tiktok', 'https://evil.example/tiktok.com', false],
    ['youtube', 'https://youtu.be/abc', true],
    ['youtube', 'javascript:alert(1)', false],
    ['youtube', '', true],
  ] as const)('%s: %s is %s', (site, value, is) => {
    expect(isSocialLink(site, value)).toBe(is)
  })
})

test('a handle leads to its profile, a link to itself, and nothing else anywhere', () => {
  expect(socialAddress('tiktok', '@amina')).toBe('https://www.tiktok.com/@amina')
  expect(socialAddress('instagram', 'amina')).toBe('https://www.instagram.com/amina')
  expect(socialAddress('youtube', 'https://www.youtube.com/@amina')).toBe('https://www.youtube.com/@amina')
  expect(socialAddress('youtube', '')).toBeNull()
  expect(socialAddress('youtube', 'javascript:alert(1)')).toBeNull()
})
