import { expect, test } from 'vitest'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { drawOnce, shownCall } from '#tests/support/shown-call.tsx'
import { useTakeProfile } from './use-my-profile.ts'

const named = (display_name: string) => ({ display_name }) as Profile

function shown() {
  const call = shownCall<Profile>(['GET /users/profiles/me/'])
  return { ...call, name: () => call.data()?.display_name, take: drawOnce(call.client, useTakeProfile) }
}

test('a profile that was asked for before a change does not undo it', async () => {
  const { requests, stop, ask, name, take } = shown()
  requests[0]?.resolve(named('known'))
  await expect.poll(name).toBe('known')
  void ask()
  take(() => named('changed'))
  requests[1]?.resolve(named('known'))
  await expect.poll(() => requests.length).toBe(3)
  expect(name()).toBe('changed')
  requests[2]?.resolve(named('changed again'))
  await expect.poll(name).toBe('changed again')
  stop()
})

test('a first one is asked for again where nothing is known that could be changed', async () => {
  const { requests, stop, name, take } = shown()
  take((known) => known && { ...known, avatar: '/media/amina.webp' })
  requests[0]?.resolve(named('before'))
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.resolve(named('after'))
  await expect.poll(name).toBe('after')
  stop()
})

test('where none is being read, none is asked for', async () => {
  const { requests, stop, name, take } = shown()
  requests[0]?.resolve(named('known'))
  await expect.poll(name).toBe('known')
  take(() => named('changed'))
  await expect.poll(name).toBe('changed')
  expect(requests).toHaveLength(1)
  stop()
})
