import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import { startPart } from '#server/local/part.ts'
import { startWeb } from '#server/local/product.ts'
import { AS_BROWSERS, fetchBody, load, loadKept, type Request, writeRequests } from './load.ts'
import { hasNginx, missingNginx, startFileNginx, startShippedNginx } from './nginx.ts'
import { compareRates, type Row, unmeasured, visitInTurn } from './report.ts'
import type { Stage } from './stage.ts'
import { buildYardstickApp, startYardstickApp } from './yardstick-app.ts'

/** Public reads, by the name of their yardstick. */
const publicReads = [
  {
    name: 'feed',
    title: 'Feed',
    at: '/api/videos/?page=1&page_size=5&status=approved&ordering=-upload_date',
  },
  { name: 'leaderboard', title: 'Leaderboard', at: '/api/leaderboard/' },
  { name: 'challenge', title: 'Current challenge', at: '/api/videos/challenges/current/' },
] as const

/** Public reads: from web's cache, from the proxy's, and without a cache. */
export async function measureReads(stage: Stage): Promise<Row[]> {
  const { config, dataDir, during, databaseUrl } = stage
  await buildYardstickApp()
  const bodies = path.join(dataDir, 'bodies')
  mkdirSync(bodies)
  return during(async (keep) => {
    await keep(startWeb(config, 'start'))
    const web = `http://127.0.0.1:${config.ports.web}`
    // The yardsticks answer with the same bytes.
    for (const { name, at } of publicReads)
      writeFileSync(path.join(bodies, `${name}.json`), await fetchBody(web + at))
    const { origin } = await keep(startYardstickApp({ dataDir, bodies, databaseUrl }))
    const constant = await visitInTurn(
      bothOf(
        (at) => load(web + at),
        (name) => load(`${origin}/${name}`),
      ),
    )
    return [
      ...publicReads.map(({ name, title }) =>
        compareRates(`${title} : constant Next route`, constant(name), constant(`yardstick ${name}`), 5),
      ),
      ...(await measureBehindNginx(stage, bodies)),
      await measureMisses(stage, web),
    ]
  })
}

function bothOf(ours: (at: string) => Promise<number>, theirs: (name: string) => Promise<number>) {
  return Object.fromEntries(
    publicReads.flatMap(({ name, at }) => [
      [name, () => ours(at)],
      [`yardstick ${name}`, () => theirs(name)],
    ]),
  )
}

function measureBehindNginx({ config, dataDir, during }: Stage, bodies: string): Promise<Row[]> {
  return during(async (keep) => {
    if (!hasNginx) return [unmeasured('Reads behind nginx', missingNginx)]
    const shipped = await keep(startShippedNginx(dataDir, config.ports))
    const files = await keep(startFileNginx(dataDir, bodies))
    const rows: Row[] = []
    for (const { takes, what, atLeast } of [
      { takes: '', what: 'behind nginx : nginx, file', atLeast: 0.6 },
      { takes: AS_BROWSERS, what: 'packed, behind nginx : nginx, gzip for each', atLeast: 3 },
    ]) {
      const rate = await visitInTurn(
        bothOf(
          (at) => loadKept(shipped.origin + at, takes),
          (name) => load(`${files.origin}/${name}.json`, takes),
        ),
      )
      for (const { name, title } of publicReads)
        rows.push(compareRates(`${title}, ${what}`, rate(name), rate(`yardstick ${name}`), atLeast))
    }
    return rows
  })
}

function measureMisses({ config, dataDir, during }: Stage, web: string): Promise<Row> {
  return during(async (keep) => {
    const port = await findFreePort()
    const fastify = `http://127.0.0.1:${port}`
    await keep(
      startPart({
        name: 'fastify',
        command: process.execPath,
        args: [`${import.meta.dirname}/fastify-videos.ts`, String(port)],
        env: { ...config.settings, NODE_ENV: 'production' },
        dataDir,
        answers: `${fastify}/api/videos/?page=1&page_size=12`,
      }),
    )
    const visit = (name: string, origin: string) => async () => {
      await fillMemory(origin)
      return load(writeRequests(path.join(dataDir, `${name}.requests`), origin, missingRequests()))
    }
    const rate = await visitInTurn({ miss: visit('miss', web), fastify: visit('fastify', fastify) })
    return compareRates('Feed, a miss : Fastify with pg', rate('miss'), rate('fastify'), 0.7)
  })
}

const orderings = ['-upload_date', 'upload_date', '-vote_count', 'vote_count', '-view_count', 'view_count']

/**
 * More pages of the feed, of about 20 videos, than web caches or remembers (lib/web/cache/public-reads.ts),
 * in rotation, so that none is cached when its turn comes.
 */
function missingRequests(): Request[] {
  const sizes = Array.from({ length: 17 }, (_, more) => 12 + more)
  const queries = sizes.flatMap((size) =>
    ['approved', 'pending', 'rejected'].flatMap((status) =>
      orderings.flatMap((ordering) =>
        [1, 2, 3].map((page) => `page=${page}&page_size=${size}&ordering=${ordering}&status=${status}`),
      ),
    ),
  )
  return queries.map((query) => ({ method: 'GET', path: `/api/videos/?${query}` }))
}

/** Requests as many other pages as web caches, each twice, so that only those are cached. */
async function fillMemory(origin: string): Promise<void> {
  for (let size = 40; size < 91; size++)
    for (const ordering of orderings) {
      const address = `${origin}/api/videos/?page=1&page_size=${size}&ordering=${ordering}&status=approved`
      for (let time = 0; time < 2; time++) await fetchBody(address)
    }
}
