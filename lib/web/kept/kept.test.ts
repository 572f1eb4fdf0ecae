import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Kept } from './kept.ts'

class Gone extends Error {}

let moment = 0
let version = 0
let builds = 0
let kept: Kept<string>

/** A build that the test ends itself. */
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
  kept = new Kept({
    limit: 3,
    version: () => version,
    maxAge: () => 10_000,
    isAnswer: (error) => error instanceof Gone,
    clock: () => moment,
  })
})

describe('a kept value', () => {
  test('is built once for each change', async () => {
    expect(await kept.get('feed', next)).toBe('build 1')
    expect(await kept.get('feed', next)).toBe('build 1')
    version += 1
    moment += 200
    expect(await kept.get('feed', next)).toBe('build 2')
    expect(builds).toBe(2)
  })

  test('is built once however many ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => kept.get('feed', next)))
    expect(new Set(answers)).toEqual(new Set(['build 1']))
    expect(builds).toBe(1)
  })

  test('is built at most once in 200 milliseconds', async () => {
    await kept.get('feed', next)
    version += 1
    moment += 199
    expect(await kept.get('feed', next)).toBe('build 1')
    moment += 1
    expect(await kept.get('feed', next)).toBe('build 2')
  })

  test('grows old without a change', async () => {
    await kept.get('feed', next)
    moment += 9_999
    expect(await kept.get('feed', next)).toBe('build 1')
    moment += 1
    expect(await kept.get('feed', next)).toBe('build 2')
  })

  test('is served to others while one waits for the new one', async () => {
    await kept.get('feed', next)
    version += 1
    moment += 300
    const slow = underControl()
    const first = kept.get('feed', slow.build)
    expect(await kept.get('feed', next)).toBe('build 1')
    slow.end('new')
    expect(await first).toBe('new')
    expect(await kept.get('feed', next)).toBe('new')
  })

  test('of a build that a change overtook is built again', async () => {
    const slow = underControl()
    const first = kept.get('feed', slow.build)
    version += 1
    slow.end('of before the change')
    await first
    moment += 200
    expect(await kept.get('feed', next)).toBe('build 1')
  })
})

describe('where a value cannot be built', () => {
  test('the former one stands in, for five minutes', async () => {
    await kept.get('feed', next)
    version += 1
    moment += 60_000
    expect(await kept.get('feed', broken)).toBe('build 1')
    moment += 240_001
    await expect(kept.get('feed', broken)).rejects.toThrow('the database is away')
  })

  test('the former one is served after a second of waiting', async () => {
    vi.useFakeTimers()
    try {
      await kept.get('feed', next)
      version += 1
      moment += 60_000
      const waiting = kept.get('feed', underControl().build)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await waiting).toBe('build 1')
    } finally {
      vi.useRealTimers()
    }
  })

  test('an error that is the answer is told, and nothing is kept', async () => {
    await kept.get('video', next)
    version += 1
    moment += 200
    await expect(kept.get('video', () => Promise.reject(new Gone()))).rejects.toThrow(Gone)
    expect(kept.find('video')).toBeUndefined()
    expect(kept.size).toBe(0)
  })

  test('nothing is kept of a first build that fails', async () => {
    await expect(kept.get('feed', broken)).rejects.toThrow()
    expect(kept.size).toBe(0)
    expect(await kept.get('feed', next)).toBe('build 1')
  })
})

describe('an exact value', () => {
  test('is never behind a change', async () => {
    await kept.getExact('ranks', next)
    version += 1
    expect(await kept.getExact('ranks', next)).toBe('build 2')
  })

  test('joins a build of the newest version only', async () => {
    const slow = underControl()
    const before = kept.getExact('ranks', slow.build)
    expect(kept.getExact('ranks', next)).not.toBe(undefined)
    version += 1
    expect(await kept.getExact('ranks', next)).toBe('build 1')
    slow.end('older')
    expect(await before).toBe('older')
    expect(await kept.getExact('ranks', next)).toBe('build 1')
  })
})

test('the value asked for longest ago makes room', async () => {
  for (const key of ['a', 'b', 'c']) {
    moment += 1
    await kept.get(key, next)
  }
  moment += 1
  await kept.get('a', next)
  moment += 1
  await kept.get('d', next)
  expect(['a', 'b', 'c', 'd'].filter((key) => kept.find(key))).toEqual(['a', 'c', 'd'])
})
