// The product as an operator starts it, through its proxy alone. One test after the other: the last ones replace its parts.

import { randomBytes, randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import WebSocket from 'ws'
import { z } from 'zod'
import { locales } from '#messages/locales.ts'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { takePhoto } from '../e2e/pictures.ts'
import { openEngine } from './engine.ts'
import { mailedLink } from './mailbox.ts'
import { Voters } from './voters.ts'

const started = z
  .object({ folder: z.string(), project: z.string(), settings: z.record(z.string(), z.string()) })
  .parse(JSON.parse(process.env.NGOMA_COMPOSE ?? '{}'))
const { docker, compose } = openEngine(started.folder, started.project, started.settings)
const origin = process.env.NGOMA_E2E_URL ?? ''
const password = 'a Long enough passphrase'

const services = [
  'postgres',
  'redis',
  's3',
  'mail',
  'simulator',
  'worker',
  'realtime',
  'web',
  'proxy',
] as const
type Service = (typeof services)[number]

/** The running containers of a service, by what both forms of compose write on them. */
async function containersOf(service: Service): Promise<string[]> {
  const labels = { project: started.project, service }
  const filters = Object.entries(labels).flatMap(([name, value]) => [
    '--filter',
    `label=com.docker.compose.${name}=${value}`,
  ])
  return (await docker('ps', '-q', '--no-trunc', ...filters)).split(/\s+/).filter(Boolean)
}

async function untilHealthy(service: Service, count = 1): Promise<string[]> {
  let ids: string[] = []
  await expect
    .poll(
      async () => {
        ids = await containersOf(service)
        const states = await Promise.all(
          ids.map((id) => docker('inspect', '-f', '{{.State.Health.Status}}', id)),
        )
        return states.filter((state) => state.trim() === 'healthy').length
      },
      { timeout: 60_000, message: `${service} is healthy` },
    )
    .toBe(count)
  return ids
}

async function topVideo(request: APIRequestContext): Promise<{ id: string; vote_count: number }> {
  const answer = await request.get('/api/videos/?challenge=current&ordering=-vote_count&page_size=1')
  const { results } = z
    .object({ results: z.array(z.object({ id: z.string(), vote_count: z.number() })) })
    .parse(await answer.json())
  if (!results[0]) throw new Error('There is no video to vote for.')
  return results[0]
}

type Watcher = { readonly counts: number[]; isOpen(): boolean; close(): void }

/** The counts that a socket is told, which opens again after it broke. */
function watchVotes(video: string): Watcher {
  const counts: number[] = []
  let isClosed = false
  let socket: WebSocket
  const open = () => {
    socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/votes/${video}/`, { origin })
    socket.on('message', (data) => {
      const message = z.object({ vote_count: z.number().optional() }).parse(JSON.parse(String(data)))
      if (message.vote_count !== undefined) counts.push(message.vote_count)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => !isClosed && setTimeout(open, 250))
  }
  open()
  return {
    counts,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => {
      isClosed = true
      socket.terminate()
    },
  }
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

const packageList = z.object({ components: z.array(z.object({ name: z.string() })) })
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) })

test('each image of ours lists its packages', async () => {
  for (const service of ['web', 'worker', 'realtime', 'simulator'] as const) {
    const [id = ''] = await containersOf(service)
    const read = async (file: string): Promise<unknown> => JSON.parse(await docker('exec', id, 'cat', file))
    const listed = packageList.parse(await read('sbom.json')).components.map(({ name }) => name)
    const needed = Object.keys(manifest.parse(await read('package.json')).dependencies)
    const installed = service === 'simulator' ? ['zod'] : needed
    expect(listed, service).toEqual(expect.arrayContaining(installed))
  }
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
  const token = link.searchParams.get('token')
  expect((await request.post('/api/users/auth/verify-email/', { data: { token } })).ok()).toBe(true)

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
  await expect(page.getByText('The backup is on its way.')).toBeVisible()
  const newest = page.getByRole('list', { name: 'Backups, newest first' }).getByRole('listitem').first()
  await expect(newest.getByText('Restored and proven')).toBeVisible({ timeout: 60_000 })
})

/** Starts another one beside it, and takes the first away once the other is healthy: it has another address. */
async function replaceBySecond(service: Service): Promise<void> {
  const [first = ''] = await containersOf(service)
  await compose('up', '-d', '--no-build', '--no-deps', '--no-recreate', '--scale', `${service}=2`, service)
  await untilHealthy(service, 2)
  await docker('rm', '-f', first)
  await untilHealthy(service)
}

/** Kills it without a word, and starts another one with the same volume. */
async function replaceKilled(service: Service): Promise<void> {
  const [first = ''] = await containersOf(service)
  await docker('kill', '-s', 'KILL', first)
  await compose('up', '-d', '--no-build', '--no-deps', '--force-recreate', service)
  const [next] = await untilHealthy(service)
  expect(next).not.toBe(first)
}

/**
 * Has the worker read M-Pesa's statement now, as it does every quarter of an hour. Where Postgres is away, neither M-Pesa's
 * callback nor its acknowledgement may be stored: the statement alone tells of such a payment.
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
 * Waits until nothing can change any more, and compares what is counted with M-Pesa's own book, the sockets and the ledger.
 * A worker that is killed while it asks for a prompt leaves open whether there is one: such a gift stays pending, its visitor
 * is told so, and it is right if nobody paid it.
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

test('with three web, three workers and two realtime, whichever is killed, nobody loses more than seconds', async ({
  request,
}) => {
  test.setTimeout(420_000)
  const many = { web: 3, worker: 3, realtime: 2 } as const
  const scales = Object.entries(many).flatMap(([service, count]) => ['--scale', `${service}=${count}`])
  await compose('up', '-d', '--no-build', '--no-deps', '--no-recreate', ...scales, ...Object.keys(many))
  for (const service of ['web', 'worker', 'realtime'] as const) await untilHealthy(service, many[service])

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
  const watchers = Array.from({ length: 12 }, () => watchVotes(video.id))
  await expect.poll(() => watchers.every(({ isOpen }) => isOpen())).toBe(true)
  const voters = new Voters(origin, video.id)
  voters.start()
  for (const service of ['realtime', 'web', 'worker'] as const)
    await test.step(`a ${service} is killed`, async () => {
      const [first = ''] = await containersOf(service)
      await docker('kill', '-s', 'KILL', first)
      const given = voters.given.length
      await expect.poll(() => watchers.every(({ isOpen }) => isOpen()), { timeout: 5_000 }).toBe(true)
      await expect.poll(() => voters.given.length).toBeGreaterThan(given + 5)
    })
  await voters.end()
  await expectAllCounted(request, video, voters, watchers)
  for (const watcher of watchers) watcher.close()
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
  await expect.poll(() => voters.given.length).toBeGreaterThan(before + 10)
  await voters.end()
  await expectAllCounted(request, video, voters, [watched])
  watched.close()
})

/** @returns the phones that paid by M-Pesa's own book, one for each payment */
async function paidBy(phones: ReadonlySet<string>): Promise<string[]> {
  const book = await fetch(`${process.env.NGOMA_E2E_SIMULATOR_URL}/control/book`)
  const { transactions } = z
    .object({ transactions: z.array(z.object({ phone: z.string() })) })
    .parse(await book.json())
  return transactions.map(({ phone }) => phone).filter((phone) => phones.has(phone))
}
