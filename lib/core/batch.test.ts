import { expect, test, vi } from 'vitest'
import { type BatchOptions, inBatches } from './batch.ts'

/** Work whose batches end when the test calls `end`. */
function openWork(options: BatchOptions<string> = {}) {
  const batches: (readonly string[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const call = inBatches<string, string>(
    (items) => {
      batches.push(items)
      return new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item.toUpperCase()))))
      })
    },
    { intervalMs: 0, ...options },
  )
  return { call, batches, end: (place: number, error?: Error) => ends[place]?.(error) }
}

const settled = async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate)
}

test('calls of one turn are one batch, and each gets its own answer', async () => {
  const { call, batches, end } = openWork()
  const answers = Promise.all([call('a'), call('b'), call('c')])
  await settled()
  expect(batches).toEqual([['a', 'b', 'c']])
  const later = [call('d'), call('e')]
  await settled()
  expect(batches).toHaveLength(1)
  end(0)
  expect(await answers).toEqual(['A', 'B', 'C'])
  await settled()
  expect(batches[1]).toEqual(['d', 'e'])
  end(1)
  expect(await Promise.all(later)).toEqual(['D', 'E'])
})

test('of one key a batch has one, and the next waits until that has ended, also where batches run side by side', async () => {
  const { call, batches, end } = openWork({ keyOf: (item) => item.charAt(0), concurrency: 3 })
  const answers = Promise.all([call('a1'), call('a2'), call('b1'), call('a3')])
  await settled()
  expect(batches).toEqual([['a1', 'b1']])
  const other = call('c1')
  await settled()
  expect(batches[1]).toEqual(['c1'])
  end(1)
  expect(await other).toBe('C1')
  await settled()
  expect(batches).toHaveLength(2)
  end(0)
  await settled()
  expect(batches[2]).toEqual(['a2'])
  end(2)
  await settled()
  expect(batches[3]).toEqual(['a3'])
  end(3)
  expect(await answers).toEqual(['A1', 'A2', 'B1', 'A3'])
})

test('a batch has so many at the most', async () => {
  const { call, batches, end } = openWork({ maxSize: 2 })
  const answers = Promise.all(['a', 'b', 'c'].map(call))
  await settled()
  end(0)
  await settled()
  end(1)
  await answers
  expect(batches).toEqual([['a', 'b'], ['c']])
})

test('a batch that comes soon after another waits for more to come, unless enough have come', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const { call, batches, end } = openWork({ intervalMs: 10, fullAt: 3 })
    const answers = [call('a')]
    await settled()
    expect(batches).toEqual([['a']])
    end(0)
    await settled()
    answers.push(call('b'))
    await settled()
    answers.push(call('c'))
    await settled()
    expect(batches).toHaveLength(1)
    vi.advanceTimersByTime(10)
    await settled()
    expect(batches[1]).toEqual(['b', 'c'])
    end(1)
    for (const one of ['d', 'e', 'f']) answers.push(call(one))
    await settled()
    expect(batches[2]).toEqual(['d', 'e', 'f'])
    end(2)
    answers.push(call('g'))
    await settled()
    vi.advanceTimersByTime(10)
    await settled()
    expect(batches.slice(3)).toEqual([['g']])
    end(3)
    await Promise.all(answers)
  } finally {
    vi.useRealTimers()
  }
})

test('what is wrong with one harms no other, and a failure that is nobody’s is everybody’s at once', async () => {
  const { call, batches, end } = openWork({ retriesEach: (error) => String(error).includes('one of them') })
  const [good, bad] = [call('a'), call('b')]
  const refused = expect(bad).rejects.toThrow('b is wrong')
  await settled()
  end(0, new Error('one of them is wrong'))
  await settled()
  end(1)
  expect(await good).toBe('A')
  await settled()
  end(2, new Error('b is wrong'))
  await refused
  expect(batches).toEqual([['a', 'b'], ['a'], ['b']])
  const lost = [call('c'), call('d')].map((one) => expect(one).rejects.toThrow('the database is gone'))
  await settled()
  end(3, new Error('the database is gone'))
  await Promise.all(lost)
  expect(batches).toHaveLength(4)
})
