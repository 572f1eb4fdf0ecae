import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetGone } from './forget-gone.ts'

const origin = 'https://ngoma.test'
const [gone, other] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002']
// What a device has kept: addresses by the name of their cache.
let kept: Map<string, Set<string>>

beforeEach(() => {
  kept = new Map([
    [
      'pages',
      new Set(['/?lang=en', `/video/${gone}?lang=en`, `/video/${gone}?lang=sw`, `/video/${other}?lang=sw`]),
    ],
    [
      'pictures',
      new Set([`/stills/${gone}/480.avif`, `/stills/${gone}/160.webp`, `/stills/${other}/480.avif`]),
    ],
  ])
  vi.stubGlobal('caches', {
    open: async (name: string) => ({
      keys: async () => [...(kept.get(name) ?? [])].map((path) => ({ url: origin + path })),
      delete: async ({ url }: { url: string }) => kept.get(name)?.delete(url.slice(origin.length)),
    }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const left = () => [...kept.values()].flatMap((paths) => [...paths])

test('a video that is gone leaves the device in each language, with its pictures, and nothing else does', async () => {
  await forgetGone(`${origin}/video/${gone}`)
  expect(left()).toEqual(['/?lang=en', `/video/${other}?lang=sw`, `/stills/${other}/480.avif`])
})

test('a page of another kind takes no picture with it', async () => {
  await forgetGone(`${origin}/rules`)
  expect(left()).toHaveLength(7)
})
