// The product as an operator starts it, through its proxy only. In sequence: the last tests replace its
// parts.

import { randomBytes, randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { locales } from '#messages/locales.ts'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { takePhoto } from '../e2e/pictures.ts'
import { mailedLink } from './mailbox.ts'
import {
  compose,
  containersOf,
  docker,
  origin,
  type Service,
  services,
  started,
  untilHealthy,
} from './running.ts'
import { askEachWeb, readSchedules, socketsOf, startMany } from './several.ts'
import { Voters } from './voters.ts'
import { type Watcher, type WatchingPage, watchByPage, watchVotes } from './watchers.ts'

const password = 'a Long enough passphrase'
/** Four browsers and eleven processes may share two slow cores. */
const UNTIL_GIVEN_MS = 60_000

async function topVideo(request: APIRequestContext): Promise<{ id: string; vote_count: number }> {
  const answer = await request.get('/api/videos/?challenge=current&ordering=-vote_count&page_size=1')
  const { results } = z
    .object({ results: z.array(z.object({ id: z.string(), vote_count: z.number() })) })
    .parse(await answer.json())
  if (!results[0]) throw new Error('There is no video to vote for.')
  return results[0]
}

async function signIn(page: Page, email: string, secret: string, path: string): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => url.pathname + url.search === path)
}

test('every process is healthy, runs without root, and can change none of its own files', async () => {
  for (const service of services) {
    const [id = ''] = await untilHealthy(service)
    const confined = await docker(
      'inspect',
      '-f',
      '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}}',
      id,
    )
    expect(confined.trim(), service).toBe('true [ALL]')
    if (!['redis', 's3'].includes(service))
      expect((await docker('exec', id, 'id', '-u')).trim(), service).not.toBe('0')
  }
})

test('the proxy uses the ports of closed connections again, and has memory for its sockets', async () => {
  const [id = ''] = await containersOf('proxy')
  expect((await docker('exec', id, 'cat', '/proc/sys/net/ipv4/tcp_tw_reuse')).trim()).toBe('1')
  expect((await docker('inspect', '-f', '{{.HostConfig.Memory}}', id)).trim()).toBe(String(2 * 1024 ** 3))
})

for (const locale of locales)
  test(`the home page comes in the language that was picked: ${locale}`, async ({ request }) => {
    const answer = await request.get('/', { headers: { cookie: `locale=${locale}` } })
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain(`<html lang="${locale}"`)
  })

test('links name the address that people use, though the images know none', async ({ page, request }) => {
  const { id } = await topVideo(request)
  await page.goto(`/video/${id}`)
  const picture = page.locator('meta[property="og:image"]')
  await expect(picture).toHaveAttribute('content', new RegExp(`^${origin}/share/${id}/`))
})

test('a vote is ordered, paid and seen by a socket', async ({ request }) => {
  const video = await topVideo(request)
  const watched = watchVotes(video.id)
  const voters = new Voters(origin, video.id)
  voters.start()
  await expect.poll(() => voters.given.length).toBeGreaterThanOrEqual(1)
  await voters.end()
  await expect.poll(() => watched.counts.at(-1)).toBe(video.vote_count + voters.given.length)
  watched.close()
  expect((await voters.look()).completed).toHaveLength(voters.given.length)
})

test('a dancer registers by a mailed link and hands in a document by a signed link', async ({
  page,
  request,
}) => {
  const mark = randomBytes(5).toString('hex')
  const email = `person-${mark}@example.test`
  const registered = await request.post('/api/users/auth/register/', {
    data: {
      username: `Person ${mark}`,
      email,
      password,
      password_confirm: password,
      first_name: 'Amina',
      last_name: mark,
      role: 'dancer',
    },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  const link = await mailedLink(email, '/verify-email')
  expect(link.origin).toBe(origin)
  const data = { token: link.searchParams.get('token'), password }
  expect((await request.post('/api/users/auth/verify-email/', { data })).ok()).toBe(true)

  await signIn(page, email, password, '/kyc-upload')
  await page.getByLabel('Full name *').fill('Amina Wanjiru')
  await page.getByLabel('Date of birth *').fill('1999-04-12')
  await page.getByLabel('National ID number *').fill(String(randomInt(10_000_000, 99_999_999)))
  await page.getByLabel('Address line 1 *').fill('Kayole Junction, Plot 7')
  await page.getByLabel('City or town *').fill('Nairobi')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Documents')
  const sent = page.waitForRequest((one) => one.method() === 'PUT' && one.url().includes('X-Amz-Signature'))
  await page
    .getByLabel('Choose a file: ID front')
    .setInputFiles(await takePhoto(page, 'front.jpeg', 1200, 800))
  expect(new URL((await sent).url()).origin).toBe(started.settings.S3_PUBLIC_ENDPOINT)
  await expect(page.getByText('Uploaded')).toHaveCount(1)
})

test('songs and loops come from the media bucket, which nobody can write to', async ({ request }) => {
  const list = await request.get('/api/videos/?page_size=50')
  const { results } = z
    .object({ results: z.array(z.object({ video_file_url: z.string().nullable() })) })
    .parse(await list.json())
  const media =
    results.map(({ video_file_url }) => video_file_url).find((url) => url?.startsWith('/media/')) ?? ''
  const file = await request.get(media)
  expect(file.status()).toBe(200)
  expect(file.headers()['x-content-type-options']).toBe('nosniff')
  expect((await file.body()).length).toBeGreaterThan(1_000)
  expect((await request.put(media, { data: '<html>' })).status()).toBe(405)
  expect((await request.delete(media)).status()).toBe(405)
})

test('a backup is made, restored and proven', async ({ page }) => {
  const admin = demoAccounts.find(({ role }) => role === 'super_admin')
  await signIn(page, admin?.email ?? '', admin?.password ?? '', '/superadmin?tab=backups')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('Backup started.')).toBeVisible()
  const newest = page.getByRole('list', { name: 'Backups, newest first' }).getByRole('listitem').first()
  await expect(newest.getByText('Verified', { exact: true })).toBeVisible({ timeout: 60_000 })
})

/** Starts a second one, and removes the first once the second is healthy; the address differs. */
async function replaceBySecond(service: Service): Promise<void> {
  const [first = ''] = await containersOf(service)
  await compose('up', '-d', '--no-build', '--no-deps', '--no-recreate', '--scale', `${service}=2`, service)
  await untilHealthy(service, 2)
  await docker('rm', '-f', first)
  await untilHealthy(service)
}

/** Kills it, and starts another with the same volume. */
async function replaceKilled(service: Service): Promise<void> {
  const [first = ''] = await containersOf(service)
  await docker('kill', '-s', 'KILL', first)
  await compose('up', '-d', '--no-build', '--no-deps', '--force-recreate', service)
  const [next] = await untilHealthy(service)
  expect(next).not.toBe(first)
}

/**
 * Makes the worker read M-Pesa's statement now. Without Postgres neither M-Pesa's callback nor its
 * acknowledgement may be stored, so only the statement has such a payment.
 */
async function readStatement(): Promise<void> {
  const [worker = ''] = await containersOf('worker')
  const order = `
    import { closeQueues, queue } from '#lib/core/queue.ts'
    import { pullStatementJob } from '#lib/domain/payments/jobs.ts'
    await queue('payments').add(pullStatementJob.name, { hours: 2 })
    await closeQueues()
    process.exit()`
  await docker('exec', worker, 'node', '--input-type=module', '--eval', order)
}

/**
 * Waits until everything is settled, and compares the counts with M-Pesa's book, the sockets and the ledger.
 * A worker killed during a prompt request leaves its outcome open: such a gift stays pending, which is right
 * if nobody paid it.
 */
async function expectAllCounted(
  request: APIRequestContext,
  before: { id: string; vote_count: number },
  voters: Voters,
  watchers: readonly Watcher[],
): Promise<void> {
  const phones = new Map(voters.given.map(({ id, phone }) => [id, phone]))
  const notSettled = async () => {
    const paid = new Set(await paidBy(new Set(phones.values())))
    const { pending = [] } = await voters.look()
    const open = pending.filter(({ id, prompt }) => prompt !== 'over' || paid.has(phones.get(id) ?? ''))
    if (open.length > 0) await readStatement()
    return open
  }
  await expect.poll(notSettled, { timeout: 200_000, intervals: [5_000] }).toEqual([])
  const paid = await paidBy(new Set(phones.values()))
  expect(new Set(paid).size).toBe(paid.length)
  const { completed = [], pending = [] } = await voters.look()
  expect(completed.map(({ id }) => phones.get(id)).sort()).toEqual(paid.sort())
  expect(completed.length + pending.length).toBe(voters.given.length)
  expect(completed.length).toBeGreaterThan(voters.given.length * 0.9)
  const count = before.vote_count + paid.length
  for (const { counts } of watchers) await expect.poll(() => counts.at(-1)).toBe(count)
  const seen = await request.get(`/api/videos/${before.id}/`)
  expect(await seen.json()).toMatchObject({ vote_count: count })
  const [worker = ''] = await containersOf('worker')
  const checked = await docker('exec', worker, 'node', 'workers/ledger-check.ts')
  expect(checked).toContain('invariants of the ledger hold.')
}

test('three web know the same, and three workers do each thing once', async ({ request }) => {
  test.setTimeout(420_000)
  await startMany()
  const { now: since } = await readSchedules(Number.MAX_SAFE_INTEGER)
  const admin = demoAccounts.find(({ role }) => role === 'super_admin')
  const entered = await request.post('/api/users/auth/login/', {
    data: { email: admin?.email, password: admin?.password },
  })
  const tokens = z.object({ access: z.string(), refresh: z.string() })
  const { access, refresh } = tokens.parse(await entered.json())
  const statusesOf = async (path: string, token = '') =>
    (await askEachWeb(path, token)).map(({ status }) => status)

  await test.step('a session is good at each web', async () => {
    expect(await statusesOf('/api/users/profiles/me/', access)).toEqual([200, 200, 200])
  })

  await test.step('a video that is withdrawn is gone from what each keeps in memory', async () => {
    const listed = '/api/videos/?challenge=current&ordering=-vote_count&page_size=49'
    const list = z.object({ results: z.array(z.object({ id: z.string() })) })
    const [first] = await askEachWeb(listed)
    const last = list.parse(JSON.parse(first?.text ?? '')).results.at(-1)?.id ?? ''
    const show = async () => (await askEachWeb(listed)).map(({ text }) => text.includes(last))
    expect(await show()).toEqual([true, true, true])
    expect(await statusesOf(`/api/videos/${last}/`)).toEqual([200, 200, 200])
    const withdrawn = await request.post(`/api/videos/${last}/withdraw/`, {
      data: { reason: 'It shows a brand without permission.' },
      headers: { authorization: `Bearer ${access}` },
    })
    expect(withdrawn.ok(), await withdrawn.text()).toBe(true)
    // Shorter than the maximum age of a cached answer.
    const moments = { timeout: 9_000, intervals: [100] }
    await expect.poll(() => statusesOf(`/api/videos/${last}/`), moments).toEqual([404, 404, 404])
    await expect.poll(show, moments).toEqual([false, false, false])
  })

  await test.step('a session that is ended is ended at each web', async () => {
    expect((await request.post('/api/users/auth/logout/', { data: { refresh } })).status()).toBe(204)
    await expect.poll(() => statusesOf('/api/users/profiles/me/', access)).toEqual([401, 401, 401])
  })

  await test.step('each schedule is due once, and what was due was done once', async () => {
    const often = ['seal-audit', 'verify-payments']
    const timesDone = async () => {
      const { done } = await readSchedules(since)
      return Math.min(...often.map((id) => done.filter((job) => job.id === id).length))
    }
    await expect.poll(timesDone, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    const notOnce = async () => (await readSchedules(since)).next.filter(({ jobs }) => jobs !== 1)
    await expect.poll(notOnce).toEqual([])
    const { next, done, now } = await readSchedules(since)
    expect(new Set(next.map(({ id }) => id)).size).toBe(next.length)
    expect(done.filter(({ id, starts }) => often.includes(id) && starts !== 1)).toEqual([])
    for (const id of often) {
      const most = Math.ceil((now - since) / 5_000) + 1
      expect(done.filter((job) => job.id === id).length, id).toBeLessThanOrEqual(most)
    }
  })
})

test('with three web, three workers and two realtime, whichever is killed, nobody loses more than seconds', async ({
  context,
  request,
}) => {
  test.setTimeout(420_000)
  await startMany()

  await test.step('a limit holds for all of them together', async () => {
    const guesses = Array.from({ length: 14 }, () =>
      request.post('/api/users/auth/login/', {
        data: { email: 'dancer@ngoma.example', password: 'wrong' },
        headers: { 'x-forwarded-for': '198.51.100.9' },
      }),
    )
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status())
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  })

  const video = await topVideo(request)
  const pages: WatchingPage[] = []
  for (let count = 0; count < 4; count++) pages.push(await watchByPage(await context.newPage(), video.id))
  const opened = () => pages.reduce((sum, watching) => sum + watching.opened(), 0)
  const areOpen = () => pages.every(({ isOpen }) => isOpen())
  await expect.poll(areOpen).toBe(true)
  const voters = new Voters(origin, video.id)
  voters.start()
  for (const service of ['realtime', 'web', 'worker'] as const)
    await test.step(`a ${service} is killed`, async () => {
      const ids = await containersOf(service)
      const crowds = service === 'realtime' ? await Promise.all(ids.map(socketsOf)) : [1]
      const first = ids[crowds.indexOf(Math.max(...crowds))] ?? ''
      const before = opened()
      const lost = service === 'realtime' ? Math.max(...crowds) : 0
      await docker('kill', '-s', 'KILL', first)
      const given = voters.given.length
      await expect
        .poll(() => areOpen() && opened() >= before + lost, { timeout: 5_000, intervals: [50] })
        .toBe(true)
      await expect.poll(() => voters.given.length, { timeout: UNTIL_GIVEN_MS }).toBeGreaterThan(given + 5)
    })
  await voters.end()
  await expectAllCounted(request, video, voters, pages)
  const shown = (await topVideo(request)).vote_count.toLocaleString('en-KE')
  for (const { page } of pages) await expect(page.getByTestId(`votes-${video.id}`)).toContainText(shown)
})

test('each part is replaced while people vote: nothing is lost, and nothing counts twice', async ({
  request,
}) => {
  test.setTimeout(420_000)
  await compose('up', '-d', '--no-build', '--no-deps', '--force-recreate', 'web', 'worker', 'realtime')
  for (const service of ['web', 'worker', 'realtime'] as const) await untilHealthy(service)
  const video = await topVideo(request)
  const watched = watchVotes(video.id)
  const voters = new Voters(origin, video.id)
  voters.start()
  for (const service of ['web', 'worker', 'realtime'] as const)
    await test.step(`${service} by a second one`, () => replaceBySecond(service))
  for (const service of ['redis', 'postgres', 'worker', 'realtime', 'web'] as const)
    await test.step(`${service}, killed`, () => replaceKilled(service))
  const before = voters.given.length
  await expect.poll(() => voters.given.length, { timeout: UNTIL_GIVEN_MS }).toBeGreaterThan(before + 10)
  await voters.end()
  await expectAllCounted(request, video, voters, [watched])
  watched.close()
})

/** @returns the phones of M-Pesa's book, one per payment */
async function paidBy(phones: ReadonlySet<string>): Promise<string[]> {
  const book = await fetch(`${process.env.NGOMA_E2E_SIMULATOR_URL}/control/book`)
  const { transactions } = z
    .object({ transactions: z.array(z.object({ phone: z.string() })) })
    .parse(await book.json())
  return transactions.map(({ phone }) => phone).filter((phone) => phones.has(phone))
}
