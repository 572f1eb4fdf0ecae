import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { addSeconds, nairobiTime, withClock } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { logout } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { startSession } from '#lib/domain/accounts/sessions.ts'
import { notify } from '#lib/domain/notifications/commands.ts'
import { deliverDue, pushTest } from '#lib/domain/notifications/deliver.ts'
import { purgeNotifications } from '#lib/domain/notifications/purge.ts'
import type { News } from '#lib/domain/notifications/schema.ts'
import { mailsTo, rawHeaders, startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { approvedVideo, paidWithdrawal } from '#tests/support/notifications.ts'
import { signInAs } from '#tests/support/people.ts'
import { type Browser, startPushService } from '#tests/support/push-service.ts'
import { startRefusingMailServer } from '#tests/support/refusing-mail-server.ts'
import { ask } from '#tests/support/review.ts'
import { send } from '#tests/support/send.ts'
import * as oneClick from '../../../app/api/notifications/one-click/[token]/route.ts'

const noon = nairobiTime(2027, 3, 10, 12)
const night = nairobiTime(2027, 3, 10, 23, 30)
const at = <T>(moment: Date, work: () => T): T => withClock(() => moment, work)

let endMailbox: () => Promise<void>
let service: Awaited<ReturnType<typeof startPushService>>
const ends: (() => Promise<unknown>)[] = [closeDb, closeRedis, closeQueues]
beforeAll(async () => {
  service = await startPushService()
  endMailbox = await startMailbox()
  ends.push(() => endMailbox(), service.end)
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const tell = (moment: Date, ...news: News[]) => at(moment, () => transaction((tx) => notify(tx, ...news)))
const deliverAt = (moment: Date) => at(moment, () => deliverDue())
const subjects = async ({ user }: SignedIn) => (await mailsTo(user.email)).map(({ subject }) => subject)

describe('an occasion', () => {
  test('is told once, whoever handles it twice and sends it at the same time', async () => {
    const person = await signInAs('dancer')
    await Promise.all([1, 2, 3].map(() => tell(noon, paidWithdrawal(person, 'W1'))))
    await tell(noon, paidWithdrawal(person, 'W1'))
    await Promise.all([1, 2, 3].map(() => deliverAt(noon)))
    await deliverAt(addSeconds(noon, 3_600))
    expect(await subjects(person)).toEqual(['Your withdrawal of KES 150 was paid'])
    const { body } = await ask(contract.notifications.list, person, { query: { locale: 'sw' } })
    expect(body).toMatchObject({
      count: 1,
      unread: 1,
      results: [
        { kind: 'payout_sent', title: 'Umelipwa KES 150 ulizotoa', path: '/profile', is_read: false },
      ],
    })
  })

  test('of a transaction that is taken back is told nobody', async () => {
    const person = await signInAs('dancer')
    const failing = transaction(async (tx) => {
      await notify(tx, paidWithdrawal(person, 'W2'))
      throw new Error('of the test')
    })
    await expect(failing).rejects.toThrow('of the test')
    expect((await ask(contract.notifications.list, person)).body).toMatchObject({ count: 0, unread: 0 })
  })

  test('is read by its owner alone: one, or all', async () => {
    const [person, other] = [await signInAs('dancer'), await signInAs('dancer')]
    await tell(noon, paidWithdrawal(person, 'A'), paidWithdrawal(person, 'B'), paidWithdrawal(person, 'C'))
    const { results } = (await ask(contract.notifications.list, person)).body
    const read = (by: SignedIn, body: object) => ask(contract.notifications.read, by, { body })
    expect((await read(other, { ids: [results[0]?.id] })).body).toEqual({ unread: 0 })
    expect((await read(person, { ids: [results[0]?.id] })).body).toEqual({ unread: 2 })
    expect((await read(person, {})).body).toEqual({ unread: 0 })
    expect((await ask(contract.notifications.unread, person)).body).toEqual({ unread: 0 })
  })

  test('is kept for ninety days', async () => {
    const person = await signInAs('dancer')
    await tell(noon, paidWithdrawal(person, 'old'))
    await purgeNotifications(addSeconds(noon, 89 * 86_400))
    expect((await ask(contract.notifications.list, person)).body.count).toBe(1)
    await purgeNotifications(addSeconds(noon, 91 * 86_400))
    expect((await ask(contract.notifications.list, person)).body.count).toBe(0)
  })
})

describe('mails', () => {
  test('are held at night in Nairobi and leave together in the morning', async () => {
    const person = await signInAs('dancer')
    await tell(night, paidWithdrawal(person, 'first'), paidWithdrawal(person, 'second'))
    for (const moment of [night, nairobiTime(2027, 3, 11, 6, 59)]) await deliverAt(moment)
    expect(await subjects(person)).toEqual([])
    // By day they were due; a worker that comes late, at night, holds them as well.
    await tell(noon, paidWithdrawal(person, 'third'))
    await deliverAt(night)
    expect(await subjects(person)).toEqual([])
    await deliverAt(nairobiTime(2027, 3, 11, 7, 1))
    const mail = await untilMailed(person.user.email)
    expect(mail.subject).toBe('New notifications: 3')
    expect(mail.text.match(/^- Your withdrawal of KES 150 was paid: /gm)).toHaveLength(3)
  })

  test('of decisions within two minutes are one, with each decision in it', async () => {
    const person = await signInAs('dancer')
    await tell(noon, approvedVideo(person, 'Moves'))
    await tell(addSeconds(noon, 60), approvedVideo(person, 'Steps'))
    await deliverAt(addSeconds(noon, 110))
    expect(await subjects(person)).toEqual([])
    await deliverAt(addSeconds(noon, 121))
    const mail = await untilMailed(person.user.email)
    expect(mail.text).toContain('- Your video is live: Moves:')
    expect(mail.text).toContain('- Your video is live: Steps:')
    await tell(addSeconds(noon, 300), approvedVideo(person, 'Turns'))
    await deliverAt(addSeconds(noon, 600))
    expect(await subjects(person)).toEqual(['New notifications: 2', 'Your video is live: Turns'])
  })

  test('go to who was deactivated about their money alone, and the bell has the rest for who comes back', async () => {
    const person = await signInAs('dancer')
    await tell(noon, approvedVideo(person, 'Moves'), paidWithdrawal(person, 'W9'))
    const setActive = (isActive: boolean) =>
      db().query('UPDATE app_user SET is_active = $2 WHERE id = $1', [person.user.id, isActive])
    await setActive(false)
    await deliverAt(addSeconds(noon, 300))
    expect(await subjects(person)).toEqual(['Your withdrawal of KES 150 was paid'])
    await setActive(true)
    await deliverAt(addSeconds(noon, 600))
    expect(await subjects(person)).toHaveLength(1)
    expect((await ask(contract.notifications.list, person)).body).toMatchObject({ count: 2 })
  })

  test('wait while the mail server is away, and leave once when it is back', async () => {
    const person = await signInAs('dancer')
    await endMailbox()
    await tell(noon, paidWithdrawal(person, 'W3'))
    await deliverAt(noon)
    endMailbox = await startMailbox()
    await deliverAt(addSeconds(noon, 60))
    expect(await subjects(person)).toEqual([])
    for (const seconds of [400, 800]) await deliverAt(addSeconds(noon, seconds))
    expect(await subjects(person)).toEqual(['Your withdrawal of KES 150 was paid'])
  })

  test('are given up where the mail server refuses them for good, and stay in the bell', async () => {
    const person = await signInAs('dancer')
    await endMailbox()
    let asked = 0
    const endServer = await startRefusingMailServer('554 5.7.1 Relay access denied', () => {
      asked++
    })
    await tell(noon, paidWithdrawal(person, 'W5'))
    for (const seconds of [0, 400, 800]) await deliverAt(addSeconds(noon, seconds))
    await endServer()
    endMailbox = await startMailbox()
    await deliverAt(addSeconds(noon, 1_200))
    expect(asked).toBe(1)
    expect(await subjects(person)).toEqual([])
    expect((await ask(contract.notifications.list, person)).body).toMatchObject({ count: 1 })
  })
})

describe('a mail that is sent again after a crash', () => {
  /** As if the worker had died between the mail server's answer and its own note of it. */
  const forget = ({ user }: SignedIn) =>
    db().query('UPDATE notification SET mail_due_at = $2, mail_sent_at = NULL WHERE user_id = $1', [
      user.id,
      addSeconds(noon, 600),
    ])
  const idsOf = async ({ user }: SignedIn) =>
    (await mailsTo(user.email)).map(({ headers }) => headers['message-id'])

  test('is the same one to a mailbox, unless it tells more than before', async () => {
    const person = await signInAs('dancer')
    await tell(noon, paidWithdrawal(person, 'one'))
    await deliverAt(noon)
    await forget(person)
    await deliverAt(addSeconds(noon, 600))
    await forget(person)
    await tell(addSeconds(noon, 600), paidWithdrawal(person, 'two'))
    await deliverAt(addSeconds(noon, 600))
    await forget(person)
    await deliverAt(addSeconds(noon, 600))
    const [alone, again, both, bothAgain, ...others] = await idsOf(person)
    expect(others).toEqual([])
    expect(alone).toMatch(/^<?[0-9a-f-]+@/)
    expect(again).toBe(alone)
    expect(both).toMatch(/^<?[0-9a-f-]+@/)
    expect(both).not.toBe(alone)
    expect(bothAgain).toBe(both)
  })
})

describe('whoever unsubscribes', () => {
  test('by the mail program’s own button is mailed no more of it at once, also what is queued', async () => {
    const person = await signInAs('dancer')
    await tell(noon, paidWithdrawal(person, 'one'))
    await deliverAt(noon)
    const mail = await untilMailed(person.user.email)
    const headers = await rawHeaders(mail)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, link = ''] = /^<(\S+)>$/.exec(headers.get('list-unsubscribe') ?? '') ?? []
    const token = new URL(link).pathname.split('/').at(-2) ?? ''
    expect(link).toBe(`${env.PUBLIC_URL}/api/notifications/one-click/${token}/`)
    expect(mail.text).toContain(`${env.PUBLIC_URL}/unsubscribe?token=${token}`)
    expect(mail.text).toContain(`${env.PUBLIC_URL}/notifications?tab=choices`)

    await tell(noon, paidWithdrawal(person, 'queued before'))
    const press = (with_: string) =>
      send(oneClick.POST, {
        method: 'POST',
        params: { token: with_ },
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const forged = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
    expect((await press(forged)).status).toBe(400)
    expect([(await press(token)).status, (await press(token)).status]).toEqual([200, 200])
    await deliverAt(addSeconds(noon, 60))
    await tell(addSeconds(noon, 120), { ...approvedVideo(person, 'Moves') })
    await deliverAt(addSeconds(noon, 600))
    expect(await subjects(person)).toEqual([
      'Your withdrawal of KES 150 was paid',
      'Your video is live: Moves',
    ])
    expect((await ask(contract.notifications.unread, person)).body).toEqual({ unread: 3 })
  })

  test('on the page is asked for one kind or all, without a login, and chooses again with one', async () => {
    const person = await signInAs('copyright_owner')
    await tell(noon, paidWithdrawal(person, 'one'))
    await deliverAt(noon)
    const { text } = await untilMailed(person.user.email)
    const token = /unsubscribe\?token=(\S+)/.exec(text)?.[1] ?? ''
    const stop = (body: object) => ask(contract.notifications.unsubscribe, null, { body })
    expect(await stop({ token: 'x.y' })).toMatchObject({ status: 400, body: { code: 'bad_link' } })
    expect((await stop({ token })).body).toEqual({ stopped: ['payout_sent'] })
    const choices = async () => (await ask(contract.notifications.choices, person)).body.choices
    expect(await choices()).toContainEqual({ kind: 'payout_sent', mail: false, push: true })
    expect(await choices()).toContainEqual({ kind: 'royalties', mail: true, push: true })
    await stop({ token, everything: true })
    expect(await choices()).toContainEqual({ kind: 'royalties', mail: false, push: true })
    const choice = { kind: 'royalties', channel: 'mail', is_on: true }
    await ask(contract.notifications.choose, person, { body: choice })
    expect(await choices()).toContainEqual({ kind: 'royalties', mail: true, push: true })
  })
})

describe('a push', () => {
  const subscribe = (person: SignedIn, browser: Browser, more: object = {}) =>
    ask(contract.notifications.addDevice, person, { body: { ...browser.device, ...more } })
  const pushedTo = (browser: Browser) => browser.received.map(({ title }) => title)

  test('arrives encrypted on each device, in its language, and signed by us', async () => {
    const person = await signInAs('dancer')
    const [phone, desk] = [service.newBrowser(), service.newBrowser()]
    expect((await subscribe(person, phone, { locale: 'sw' })).status).toBe(201)
    await subscribe(person, desk)
    await tell(noon, paidWithdrawal(person, 'one'))
    await deliverAt(noon)
    await deliverAt(addSeconds(noon, 60))
    expect(desk.received).toEqual([
      {
        title: 'Your withdrawal of KES 150 was paid',
        body: expect.stringContaining('SKL81H2J0Q'),
        path: '/profile',
        tag: expect.any(String),
      },
    ])
    expect(pushedTo(phone)).toEqual(['Umelipwa KES 150 ulizotoa'])
    await tell(noon, paidWithdrawal(person, 'two'), paidWithdrawal(person, 'three'))
    await deliverAt(addSeconds(noon, 120))
    expect(desk.received[1]).toMatchObject({ title: 'New notifications: 2', path: '/notifications' })
  })

  test('of the longest reasons fits what a push service takes', async () => {
    const person = await signInAs('dancer')
    const browser = service.newBrowser()
    await subscribe(person, browser)
    const reason = '🦓"\n'.repeat(20_000)
    await tell(noon, {
      userId: person.user.id,
      occasion: 'rejected',
      template: 'video_rejected',
      data: { title: 'Moves', reason },
    })
    await deliverAt(addSeconds(noon, 130))
    expect(browser.received).toEqual([
      expect.objectContaining({
        title: expect.stringContaining('Moves'),
        body: expect.stringMatching(/🦓.*…$/s),
      }),
    ])
  })

  test('is not sent at night, nor where it was switched off, nor for what was queued then', async () => {
    const person = await signInAs('dancer')
    const browser = service.newBrowser()
    await subscribe(person, browser)
    await tell(night, paidWithdrawal(person, 'one'))
    await deliverAt(night)
    expect(browser.received).toEqual([])
    await ask(contract.notifications.choose, person, {
      body: { kind: 'payout_sent', channel: 'push', is_on: false },
    })
    await deliverAt(nairobiTime(2027, 3, 11, 8))
    expect(browser.received).toEqual([])
    expect(await subjects(person)).toHaveLength(1)
  })

  test.each([404, 410])('to a device that the service answers %i for ends it at once', async (status) => {
    const person = await signInAs('dancer')
    const browser = service.newBrowser()
    await subscribe(person, browser)
    browser.answer = status
    await tell(noon, paidWithdrawal(person, 'one'))
    await deliverAt(noon)
    browser.answer = 201
    await tell(noon, paidWithdrawal(person, 'two'))
    await deliverAt(addSeconds(noon, 60))
    expect(browser.received).toEqual([])
    const test_ = await ask(contract.notifications.testPush, person, {
      body: { endpoint: browser.device.endpoint },
    })
    expect(test_.status).toBe(404)
  })

  test('that a service does not take now is sent later, once', async () => {
    const person = await signInAs('dancer')
    const browser = service.newBrowser()
    await subscribe(person, browser)
    browser.answer = 503
    await tell(noon, paidWithdrawal(person, 'one'))
    await deliverAt(noon)
    browser.answer = 201
    await deliverAt(addSeconds(noon, 60))
    expect(browser.received).toEqual([])
    for (const seconds of [400, 800]) await deliverAt(addSeconds(noon, seconds))
    expect(browser.received).toHaveLength(1)
  })

  test('ends with signing out on that device, but not where its owner was only away', async () => {
    const person = await signInAs('dancer')
    const second = await startSession(person.user, 'another phone')
    const [idle, left, stays] = [service.newBrowser(), service.newBrowser(), service.newBrowser()]
    await subscribe(person, idle)
    await subscribe({ ...person, ...second }, left)
    await subscribe(person, stays)
    await logout({ refresh: second.refresh })
    await logout({ refresh: person.refresh, because: 'idle' })
    await tell(noon, paidWithdrawal(person, 'one'))
    await deliverAt(noon)
    expect([idle, left, stays].map(({ received }) => received.length)).toEqual([1, 0, 1])
    await ask(contract.notifications.removeDevice, null, { body: { endpoint: stays.device.endpoint } })
    await tell(noon, paidWithdrawal(person, 'two'))
    await deliverAt(addSeconds(noon, 60))
    expect([idle, stays].map(({ received }) => received.length)).toEqual([2, 1])
  })

  test('goes to whoever set the browser up last, and no other address is ever called', async () => {
    const [before, after] = [await signInAs('dancer'), await signInAs('dancer')]
    const browser = service.newBrowser()
    await subscribe(before, browser)
    await subscribe(after, browser)
    await tell(noon, paidWithdrawal(before, 'not for this browser'), approvedVideo(after, 'Mine'))
    await deliverAt(addSeconds(noon, 130))
    expect(pushedTo(browser)).toEqual(['Your video is live: Mine'])
    const device = (endpoint: string) => ({ device: { ...browser.device, endpoint } }) as Browser
    for (const endpoint of [
      'http://127.0.0.1:1/push',
      `http://user@${env.PUSH_SERVICES[0]}/push`,
      'https://fcm.googleapis.com.evil.example/push',
      'file:///etc/passwd',
    ])
      expect(await subscribe(after, device(endpoint))).toMatchObject({
        status: 400,
        body: { errors: { endpoint: ['This isn’t the address of a push service.'] } },
      })
  })

  test('can be tried, on one’s own device', async () => {
    const [person, other] = [await signInAs('dancer'), await signInAs('dancer')]
    const browser = service.newBrowser()
    await subscribe(person, browser)
    const body = { endpoint: browser.device.endpoint }
    expect((await ask(contract.notifications.testPush, other, { body })).status).toBe(404)
    expect((await ask(contract.notifications.testPush, person, { body })).status).toBe(202)
    const [row] = await rows<{ id: string }>(db(), 'SELECT id FROM push_subscription WHERE endpoint = $1', [
      body.endpoint,
    ])
    await at(night, () => pushTest({ deviceId: row?.id ?? '', userId: person.user.id }))
    expect(pushedTo(browser)).toEqual(['It works'])
  })
})
