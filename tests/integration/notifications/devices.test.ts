// A browser is given a person's pushes only while their session there is alive: whoever signs out is rid of them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { addDevice } from '#lib/domain/notifications/devices.ts'
import { deleteAccount } from '#lib/domain/profiles/delete-account.ts'
import { nextAuthOptions } from '#lib/web/session/next-auth-options.ts'
import { actorOf, overlapped } from '#tests/support/overlaps.ts'
import { password, signInAs } from '#tests/support/people.ts'
import { type Browser, startPushService } from '#tests/support/push-service.ts'
import { ask } from '#tests/support/review.ts'

type SignOut = NonNullable<NonNullable<typeof nextAuthOptions.events>['signOut']>

let service: Awaited<ReturnType<typeof startPushService>>
let admin: SignedIn
beforeAll(async () => {
  service = await startPushService()
  admin = await signInAs('super_admin')
})
afterAll(async () => {
  await service.end()
  await Promise.all([closeQueues(), closeRedis(), closeDb()])
})

const address = '10.1.1.1'
const given = ({ device }: Browser) => ({ ...device, locale: 'en' as const })
const devicesOf = ({ user }: SignedIn) =>
  rows(db(), 'SELECT endpoint FROM push_subscription WHERE user_id = $1', [user.id])
const signedOut = { name: 'UnauthenticatedError', code: 'token_not_valid' }

/** What ends a session, each with where it has ended it and not yet come to its end. */
const untilDevices = { text: 'LOCK TABLE push_subscription IN SHARE MODE' }
const untilOnRecord = { text: 'LOCK TABLE audit_event IN SHARE MODE' }
const endings: [what: string, held: { text: string }, end: (person: SignedIn) => Promise<unknown>][] = [
  ['signing out', untilDevices, ({ refresh }) => logout({ refresh })],
  [
    'a deactivation',
    untilOnRecord,
    ({ user }) =>
      ask(contract.admin.deactivateUser, admin, { params: { id: user.id }, body: { reason: 'Another.' } }),
  ],
  [
    'the closing of the account',
    untilOnRecord,
    async (person) => deleteAccount({ actor: await actorOf(person), password, address }),
  ],
]

describe.each(endings)('after %s', (_what, held, end) => {
  test('no browser is attached, though its call began before', async () => {
    const person = await signInAs('dancer')
    const actor = await actorOf(person)
    const browser = service.newBrowser()
    const { second } = await overlapped(
      held,
      () => end(person),
      () => addDevice(actor, given(browser)),
    )
    expect(second).toMatchObject(signedOut)
    // As where a process still trusts what it has read of the session.
    await expect(addDevice(actor, given(browser))).rejects.toMatchObject(signedOut)
    expect(await devicesOf(person)).toEqual([])
  })
})

test('one that is attached in the moment of signing out is detached by it', async () => {
  const person = await signInAs('dancer')
  const actor = await actorOf(person)
  const { first, second } = await overlapped(
    untilDevices,
    () => addDevice(actor, given(service.newBrowser())),
    () => logout({ refresh: person.refresh }),
  )
  expect([first, second]).toEqual([undefined, undefined])
  expect(await devicesOf(person)).toEqual([])
})

// The page removes its cookie while it makes the call, and either may come first.
describe.each([
  ['the call', 'the cookie'],
  ['the cookie', 'the call'],
] as const)('where %s comes before %s', (first, second) => {
  const signOut = {
    'the call': ({ refresh }: SignedIn, idle: boolean) =>
      ask(contract.accounts.logout, null, { body: { refresh, idle } }),
    'the cookie': async ({ access }: SignedIn) => {
      const sid = (await readAccessToken(access))?.sessionId
      await nextAuthOptions.events?.signOut?.({ token: { sid } } as Parameters<SignOut>[0])
    },
  }

  test.each([
    ['keeps its pushes where nobody was there', true],
    ['loses them where its owner signs out', false],
  ])('a browser %s', async (_what, idle) => {
    const person = await signInAs('dancer')
    const browser = service.newBrowser()
    await addDevice(await actorOf(person), given(browser))
    await signOut[first](person, idle)
    await signOut[second](person, idle)
    await expect(actorOf(person)).rejects.toThrow()
    expect(await devicesOf(person)).toEqual(idle ? [{ endpoint: browser.device.endpoint }] : [])
  })
})
