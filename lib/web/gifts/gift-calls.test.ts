import { expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { boundedCall } from './gift-calls.ts'

const context = { params: Promise.resolve({}) }

test('so many are under way at once; more are refused before they are handled, and let in once others have ended', async () => {
  const open: { answer: () => void; fail: () => void }[] = []
  const bounded = boundedCall(
    contract.gifts.bulkVote,
    2,
    'gifts_crowded',
    () =>
      new Promise((resolve, reject) =>
        open.push({
          answer: () => resolve(new Response('done')),
          fail: () => reject(new Error('of a test')),
        }),
      ),
  )
  const ask = () => bounded(new Request('http://web/', { method: 'POST' }), context)
  const [first, second] = [ask(), ask()]
  const refused = await ask()
  expect(open).toHaveLength(2)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'gifts_crowded', retry_after: 5 })
  open[0]?.answer()
  expect(await (await first).text()).toBe('done')
  const third = ask()
  open[1]?.fail()
  await expect(second).rejects.toThrow('of a test')
  const fourth = ask()
  expect(open).toHaveLength(4)
  expect((await ask()).status).toBe(429)
  for (const one of open.slice(2)) one.answer()
  expect((await Promise.all([third, fourth])).map(({ status }) => status)).toEqual([200, 200])
})
