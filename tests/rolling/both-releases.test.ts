// A deployment's middle: the new migrations are applied, and web, realtime and worker of the release before and of this one run
// beside each other (docs/operations/deploy.md). Whoever comes to one of them is served by all.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { queue } from '#lib/core/queue.ts'
import { type Listener, listen } from '#tests/integration/realtime/listener.ts'
import { newcomer } from '#tests/support/accounts.ts'
import { votesOf } from '#tests/support/contest.ts'
import { callbacksOf, newPhone, order, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { type Sent, send } from '#tests/support/web-front.ts'
import { other, pairs, type Release, releases, setUpBothReleases } from './stage.ts'

const money = setUpMoney({ worker: 'none', web: 'none', settings: { autoAccept: false } })
const both = setUpBothReleases()

type Video = Awaited<ReturnType<typeof money.video>>

/** Asks one release's web itself. */
const ask = (release: Release, path: string, sent: Sent = {}) => send(`${both.origin(release)}${path}`, sent)

const look = (release: Release, path: string, headers: Record<string, string> = {}) =>
  ask(release, path, { method: 'GET', headers })

const bearer = (access: string) => ({ authorization: `Bearer ${access}` })

/** A reader of the video's count at each release's realtime, who has been told that it has none yet. */
async function watch(video: Video): Promise<Listener[]> {
  return Promise.all(
    releases.map(async (release) => {
      const reader = await listen(both.at(release).ports.realtime, `/ws/votes/${video.id}/`)
      await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 0)
      return reader
    }),
  )
}

describe.each(releases)('with the worker of the release %s', (worker) => {
  beforeAll(() => both.at(worker).start('worker'))
  afterAll(() => both.at(worker).end('worker'))

  test.each(pairs)(
    'a gift ordered at web %s and called back at web %s counts everywhere',
    async (web, called) => {
      const [video, phone] = [await money.video(), newPhone()]
      const readers = await watch(video)
      both.leadTo(web)
      const id = await order(video, phone, 2)
      await untilState(id, 'awaiting')
      both.leadTo(called)
      await money.mpesa.answer({ phone, answer: 'pin' })
      await untilState(id, 'credited')

      const [line] = money.paymentsOf(phone)
      expect(await receiptOf(line?.receipt ?? '')).toMatchObject({ status: 'credited', intent_id: id })
      expect(await votesOf(video)).toBe(2)
      // M-Pesa's own word has settled it, and no later query.
      expect(await callbacksOf(id)).toMatchObject([{ kind: 'stk', processed_at: expect.any(Date) }])
      for (const reader of readers) {
        const frame = await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 2)
        expect(frame).toEqual({ type: 'vote_update', video_id: video.id, vote_count: 2, delta: 2 })
        reader.socket.close()
      }
      for (const release of releases) {
        expect((await look(release, `/api/gifts/${id}/`)).json).toMatchObject({
          status: 'completed',
          receipt: line?.receipt,
        })
        await until(`web ${release} shows the count`, async () => {
          const { json } = await look(release, `/api/videos/${video.id}/`)
          return json.vote_count === 2
        })
      }
    },
  )

  test.each(releases)('a gift that the payer cancels is told at both, ordered at web %s', async (web) => {
    const [video, phone] = [await money.video(), newPhone()]
    both.leadTo(web)
    const id = await order(video, phone, 2)
    await untilState(id, 'awaiting')
    both.leadTo(other(web))
    await money.mpesa.answer({ phone, answer: 'cancel' })
    await untilState(id, 'declined')
    const [first, second] = await Promise.all(releases.map((release) => look(release, `/api/gifts/${id}/`)))
    expect(first?.json).toMatchObject({ status: 'failed', failure: 'cancelled' })
    expect(second?.json).toMatchObject({ status: 'failed', failure: 'cancelled' })
  })
})

test('both workers beside each other count each gift once, and give up nothing that anybody has asked for', async () => {
  for (const release of releases) await both.at(release).start('worker')
  const gifts = await Promise.all(
    [...releases, ...releases, ...releases].map(async (release) => {
      const [video, phone] = [await money.video(), newPhone()]
      const { status, json } = await ask(release, `/api/videos/${video.id}/bulk-vote/`, {
        body: { session_id: phone, device_fingerprint: phone, phone_number: phone, vote_count: 1 },
      })
      expect(status).toBe(202)
      return { video, phone, id: String(json.gift_id) }
    }),
  )
  for (const { id } of gifts) await untilState(id, 'awaiting')
  for (const [place, { phone, id }] of gifts.entries()) {
    both.leadTo(releases[place % 2] ?? 'this')
    await money.mpesa.answer({ phone, answer: 'pin' })
    await until('the callback is stored', async () => (await callbacksOf(id)).length === 1)
  }
  for (const { id, video } of gifts) {
    await untilState(id, 'credited')
    expect(await votesOf(video)).toBe(1)
  }
  // What comes by the clock may be given up by a worker that does not know it yet: it comes again.
  const deadLetters = await queue('dead-letter').getJobs()
  expect(deadLetters.filter(({ id }) => id?.includes('-outbox-')).map(({ data }) => data)).toEqual([])
})

const tokens = z.object({ access: z.string(), refresh: z.string() })
const signedIn = tokens.extend({ user: z.object({ id: z.string() }) })

describe.each(releases)('a session that begins at web %s', (home) => {
  const away = other(home)

  async function register() {
    const entered = newcomer()
    const { status, json, text } = await ask(home, '/api/users/auth/register/', { body: entered })
    expect(status, text).toBe(201)
    const { user } = z.object({ user: signedIn.shape.user }).parse(json)
    return { ...entered, id: user.id, ...tokens.parse(json.tokens) }
  }

  test('is good at the other, there and back, until it is ended at either', async () => {
    const { id, email, password, access, refresh } = await register()
    const me = await look(away, '/api/users/profiles/me/', bearer(access))
    expect(me, me.text).toMatchObject({ status: 200, json: { id } })

    const changed = tokens.parse((await ask(away, '/api/users/auth/refresh/', { body: { refresh } })).json)
    const back = await look(home, '/api/users/profiles/me/', bearer(changed.access))
    expect(back, back.text).toMatchObject({ status: 200, json: { id } })
    const again = tokens.parse(
      (await ask(home, '/api/users/auth/refresh/', { body: { refresh: changed.refresh } })).json,
    )

    const anew = await ask(away, '/api/users/auth/login/', { body: { email, password } })
    expect(signedIn.parse(anew.json).user.id).toBe(id)

    const path = `/ws/me/?token=${again.access}`
    const sockets = await Promise.all(
      releases.map((release) => listen(both.at(release).ports.realtime, path)),
    )
    for (const socket of sockets) await socket.untilHeard('subscription_update')
    const out = await ask(away, '/api/users/auth/logout/', { body: { refresh: again.refresh } })
    expect(out.status).toBe(204)
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1008, 1008])
    for (const release of releases) {
      await until(`web ${release} refuses the session`, async () => {
        const { status } = await look(release, '/api/users/profiles/me/', bearer(again.access))
        return status === 401
      })
    }
  })

  test('opens the pages of both by its cookie', async () => {
    const { id, access } = await register()
    const cookie = await pageCookie(home, access)
    for (const release of releases) {
      expect((await look(release, '/api/auth/session', { cookie })).json).toMatchObject({ user: { id } })
      expect((await look(release, '/profile', { cookie })).status).toBe(200)
      expect((await look(release, '/profile')).status).toBe(307)
    }
  })

  /** What a browser does that has signed in: it exchanges the token for the cookie of pages. */
  async function pageCookie(release: Release, access: string): Promise<string> {
    const origin = both.origin(release)
    const csrf = await fetch(`${origin}/api/auth/csrf`)
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json())
    const answer = await fetch(`${origin}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { cookie: cookiesOf(csrf) },
      body: new URLSearchParams({ access, csrfToken, json: 'true' }),
    })
    expect(answer.status).toBe(200)
    return cookiesOf(answer)
  }
})

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

test.each(releases)('web %s renders its pages of what is there', async (release) => {
  const video = await money.video()
  for (const path of ['/', '/?tab=leaderboard', `/video/${video.id}`, '/results', '/faq']) {
    const page = await look(release, path, { 'accept-language': 'en' })
    expect(page.status, path).toBe(200)
  }
  expect((await look(release, `/video/${video.id}`)).text).toContain('A dance')
})

test('whoever listens at the release before is sent to this one as it leaves', async () => {
  const video = await money.video()
  const [leaving, staying] = await watch(video)
  await both.at('before').end('realtime', 'web')
  expect(await leaving?.closed).toBe(1001)
  expect(staying?.socket.readyState).toBe(1)
})
