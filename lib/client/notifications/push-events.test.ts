import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { listenForPush } from './push-events.ts'

type Listener = (event: object) => void

/** Runs the function as /sw.js does: as text without its surroundings. */
function startWorker(pages: { url: string }[] = []) {
  const listeners = new Map<string, Listener>()
  const done: string[] = []
  const shown: [string, object][] = []
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: { showNotification: async (...one: [string, object]) => void shown.push(one) },
    clients: {
      matchAll: async () =>
        pages.map(({ url }) => ({
          url,
          focus: async () => void done.push(`focus ${url}`),
        })),
      openWindow: async (to: string) => void done.push(`open ${to}`),
    },
    location: { origin: 'https://ngoma.test' },
  }
  runInNewContext(`(${listenForPush.toString()})(self)`, { self, URL })
  const fire = async (type: string, event: object) => {
    let waited: Promise<unknown> | undefined
    listeners.get(type)?.({ ...event, waitUntil: (until: Promise<unknown>) => (waited = until) })
    await waited
  }
  return { fire, shown, done }
}

const message = { title: 'You won', body: 'Place 1', path: '/results', tag: 'n1' }

test('a push is shown as it says, and something is shown for one that can not be read', async () => {
  const { fire, shown } = startWorker()
  await fire('push', { data: { json: () => message } })
  await fire('push', { data: null })
  await fire('push', {
    data: {
      json: () => {
        throw new SyntaxError('of the test')
      },
    },
  })
  expect(shown).toEqual([
    ['You won', expect.objectContaining({ body: 'Place 1', tag: 'n1', data: { path: '/results' } })],
    ['Ngoma', expect.objectContaining({ data: { path: '/notifications' } })],
    ['Ngoma', expect.objectContaining({ tag: 'news' })],
  ])
})

test('a tap leads there, to the page that shows it or in one of its own, and never to another site', async () => {
  const tap = async (path: string, pages: { url: string }[]) => {
    const { fire, done } = startWorker(pages)
    await fire('notificationclick', { notification: { close: () => done.push('close'), data: { path } } })
    return done
  }
  expect(await tap('/results', [])).toEqual(['close', 'open https://ngoma.test/results'])
  const open = [{ url: 'https://ngoma.test/faq' }]
  expect(await tap('/results', open)).toEqual(['close', 'open https://ngoma.test/results'])
  expect(await tap('/faq', [{ url: 'https://ngoma.test/results' }, ...open])).toEqual([
    'close',
    'focus https://ngoma.test/faq',
  ])
  expect(await tap('https://evil.test/', [])).toEqual(['close', 'open https://ngoma.test'])
})
