import { beforeEach, describe, expect, test, vi } from 'vitest'
import { VersionedCache } from './versioned-cache.ts'

class Gone extends Error {}

let moment = 0
let version = 0
let builds = 0
let cache: VersionedCache<string>

function underControl() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { build: () => promise, end: resolve, fail: reject }
}

const next = async () => `build ${++builds}`
const broken = async (): Promise<string> => {
  throw new Error('the database is away')
}

beforeEach(() => {
  moment = 1_000_000
  version = 0
  builds = 0
  cache = new VersionedCache({
    limit: 3,
    version: () => version,
    maxAge: () => 10_000,
    isAnswer: (error) => error instanceof Gone,
    clock: () => moment,
  })
})

describe('a cached value', () => {
  test('is built once for each change', async () => {
    expect(await cache.get('feed', next)).toBe('build 1')
    expect(await cache.get('feed', next)).toBe('build 1')
    version += 1
    moment += 200
    expect(await cache.get('feed', next)).toBe('build 2')
    expect(builds).toBe(2)
  })

  test('is built once however many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('feed', next)))
    expect(new Set(answers)).toEqual(new Set(['build 1']))
    expect(builds).toBe(1)
  })

  test('is built at most once in 200 milliseconds', async () => {
    await cache.get('feed', next)
    version += 1
    moment += 199
    expect(await cache.get('feed', next)).toBe('build 1')
    moment += 1
    expect(await cache.get('feed', next)).toBe('build 2')
  })

  test('grows old without a change', async () => {
    await cache.get('feed', next)
    moment += 9_999
    expect(await cache.get('feed', next)).toBe('build 1')
    moment += 1
    expect(await cache.get('feed', next)).toBe('build 2')
  })

  test('is served to others while one waits for the new one', async () => {
    await cache.get('feed', next)
    version += 1
    moment += 300
    const slow = underControl()
    const first = cache.get('feed', slow.build)
    expect(await cache.get('feed', next)).toBe('build 1')
    slow.end('new')
    expect(await first).toBe('new')
    expect(await cache.get('feed', next)).toBe('new')
  })

  test('of a build that a change overtook is built again', async () => {
    const slow = underControl()
    const first = cache.get('feed', slow.build)
    version += 1
    slow.end('of before the change')
    await first
    moment += 200
    expect(await cache.get('feed', next)).toBe('build 1')
  })
})

describe('where a value cannot be built', () => {
  test('the former one stands in, for five minutes', async () => {
    await cache.get('feed', next)
    version += 1
    moment += 60_000
    expect(await cache.get('feed', broken)).toBe('build 1')
    moment += 240_001
    await expect(cache.get('feed', broken)).rejects.toThrow('the database is away')
  })

  test('the former one is served after a second of waiting', async () => {
    vi.useFakeTimers()
    try {
      await cache.get('feed', next)
      version += 1
      moment += 60_000
      const waiting = cache.get('feed', underControl().build)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await waiting).toBe('build 1')
    } finally {
      vi.useRealTimers()
    }
  })

  test('an error that is the answer is told, and nothing is cached', async () => {
    await cache.get('video', next)
    version += 1
    moment += 200
    await expect(cache.get('video', () => Promise.reject(new Gone()))).rejects.toThrow(Gone)
    expect(cache.find('video')).toBeUndefined()
    expect(cache.size).toBe(0)
  })

  test('nothing is cached of a first build that fails', async () => {
    await expect(cache.get('feed', broken)).rejects.toThrow()
    expect(cache.size).toBe(0)
    expect(await cache.get('feed', next)).toBe('build 1')
  })
})

describe('an exact value', () => {
  test('is never behind a change', async () => {
    await cache.getExact('ranks', next)
    version += 1
    expect(await cache.getExact('ranks', next)).toBe('build 2')
  })

  test('joins a build of the newest version only', async () => {
    const slow = underControl()
    const before = cache.getExact('ranks', slow.build)
    expect(cache.getExact('ranks', next)).not.toBe(undefined)
    version += 1
    expect(await cache.getExact('ranks', next)).toBe('build 1')
    slow.end('older')
    expect(await before).toBe('older')
    expect(await cache.getExact('ranks', next)).toBe('build 1')
  })
})

describe('where there is no room', () => {
  const cached = (...keys: string[]) => keys.filter((key) => cache.find(key))

  beforeEach(async () => {
    for (const key of ['a', 'b', 'c']) {
      moment += 1
      await cache.get(key, next)
    }
    moment += 1
  })

  test('the value asked for longest ago makes room for one that is asked for again', async () => {
    await cache.get('a', next)
    moment += 1
    expect(await cache.get('d', next)).toBe('build 4')
    expect(cached('a', 'b', 'c', 'd')).toEqual(['a', 'b', 'c'])
    expect(await cache.get('d', next)).toBe('build 5')
    expect(await cache.get('d', next)).toBe('build 5')
    expect(cached('a', 'b', 'c', 'd')).toEqual(['a', 'c', 'd'])
  })

  test('whoever asks for one after another pushes out nothing, however often', async () => {
    const keys = Array.from({ length: 10 }, (_, page) => `page ${page}`)
    for (let round = 0; round < 3; round += 1)
      for (const key of keys) expect(await cache.get(key, next)).toBe(`build ${builds}`)
    expect(builds).toBe(33)
    expect(cached('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
    expect(cache.size).toBe(3)
  })

  test('a new value is built twice where many ask at the same time, and not for each of them', async () => {
    await Promise.all(Array.from({ length: 50 }, () => cache.get('d', next)))
    expect(builds).toBe(5)
    expect(cached('d')).toEqual(['d'])
  })

  test('an exact value takes its place at once', async () => {
    await cache.getExact('d', next)
    expect(cached('a', 'd')).toEqual(['d'])
  })
})
