import { expect, test } from 'vitest'
import { gatherWrites } from './gather-writes.ts'

/** A store whose writes end when the test says so. */
function openStore() {
  const writes: (readonly string[])[] = []
  const ends: ((error?: Error) => void)[] = []
  const store = gatherWrites<string>(
    (items) =>
      new Promise((resolve, reject) => {
        writes.push(items)
        ends.push((error) => (error ? reject(error) : resolve()))
      }),
  )
  return { store, writes, end: (place: number, error?: Error) => ends[place]?.(error) }
}

/** Lets everything that waits for a promise go on. */
const settled = () => new Promise(setImmediate)

test('the first leaves at once, and what comes meanwhile leaves together, in order', async () => {
  const { store, writes, end } = openStore()
  const first = store('a')
  const others = [store('b'), store('c')]
  expect(writes).toEqual([['a']])
  end(0)
  await first
  await settled()
  expect(writes).toEqual([['a'], ['b', 'c']])
  end(1)
  await Promise.all(others)
  const later = store('d')
  await settled()
  expect(writes.at(-1)).toEqual(['d'])
  end(2)
  await later
})

test('what is wrong with one harms no other', async () => {
  const { store, writes, end } = openStore()
  const first = store('a')
  const good = store('b')
  const bad = store('c')
  const refused = expect(bad).rejects.toThrow('c is wrong')
  end(0)
  await first
  await settled()
  end(1, new Error('one of them is wrong'))
  await settled()
  expect(writes.slice(1)).toEqual([['b', 'c'], ['b']])
  end(2)
  await good
  await settled()
  end(3, new Error('c is wrong'))
  await refused
  const after = store('d')
  await settled()
  end(4)
  await after
})
