import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import { startWeb } from '#server/local/product.ts'
import { hasNginx } from '#tests/support/nginx.ts'
import { AS_BROWSERS, fetchBody, load, type Request } from './load.ts'
import { startFileNginx, startShippedNginx } from './nginx.ts'
import { compareRates, type Row, visitInTurn } from './report.ts'
import { Parts, type Stage, startScript } from './stage.ts'
import { startYardstickApp } from './yardstick-app.ts'

/** Public reads. */
const addresses = {
  Feed: '/api/videos/?page=1&page_size=5&status=approved&ordering=-upload_date',
  Leaderboard: '/api/leaderboard/',
  'Current challenge': '/api/videos/challenges/current/',
}
const titles = Object.keys(addresses)

/** Public reads: from web's cache, from the proxy's, and without a cache. */
export async function measureReads({ config, dataDir }: Stage): Promise<Row[]> {
  const bodies = path.join(dataDir, 'bodies')
  mkdirSync(bodies)
  await using parts = new Parts()
  await parts.keep(startWeb(config, 'start'))
  const web = `http://127.0.0.1:${config.ports.web}`
  // The yardsticks answer with the same bytes.
  for (const [place, at] of Object.values(addresses).entries())
    writeFileSync(path.join(bodies, `${place}.json`), await fetchBody(web + at))
  const yardstick = await parts.keep(startYardstickApp(dataDir, { YARDSTICK_BODIES: bodies }))
  const constants = (place: number) => `${yardstick.origin}/constant/${place}.json`
  const rows = await compareReads(web, constants, { what: ' : constant Next route', atLeast: 5 })
  if (hasNginx) {
    const shipped = await parts.keep(startShippedNginx(dataDir, config.ports))
    const nginx = await parts.keep(startFileNginx(dataDir, bodies))
    for (const how of [
      { what: ', behind nginx : nginx, file', atLeast: 0.6 },
      { what: ', packed, behind nginx : nginx, gzip for each', atLeast: 3, accept: AS_BROWSERS },
    ])
      rows.push(...(await compareReads(shipped.origin, (place) => `${nginx.origin}/${place}.json`, how)))
  } else {
    const missing = 'not measured: nginx is not installed (apt install nginx-light)'
    rows.push({ what: 'Reads behind nginx', missing })
  }
  const port = String(await findFreePort())
  const fastify = `http://127.0.0.1:${port}`
  const answers = `${fastify}/api/videos/?page=1&page_size=12`
  const env = { ...config.settings, NODE_ENV: 'production' }
  await parts.keep(startScript(dataDir, 'fastify-videos.ts', [port], { env, answers }))
  const visit = async (origin: string) => {
    await fillMemory(origin)
    return load(origin, '', missingRequests)
  }
  const rate = await visitInTurn({ miss: () => visit(web), fastify: () => visit(fastify) })
  return [...rows, compareRates('Feed, a miss : Fastify with pg', rate('miss'), rate('fastify'), 0.7)]
}

/** @param yardstick the address of a read's yardstick, by the read's place */
async function compareReads(
  origin: string,
  yardstick: (place: number) => string,
  { what, atLeast, accept = '' }: { what: string; atLeast: number; accept?: string },
): Promise<Row[]> {
  const visit = async (url: string) => {
    // So that it is cached.
    await fetchBody(url, accept === '' ? {} : { 'accept-encoding': accept })
    return load(url, accept)
  }
  const visits = Object.entries(addresses).flatMap(([title, at], place) => [
    [title, () => visit(origin + at)],
    [`yardstick of ${title}`, () => visit(yardstick(place))],
  ])
  const rate = await visitInTurn(Object.fromEntries(visits))
  return titles.map((title) =>
    compareRates(title + what, rate(title), rate(`yardstick of ${title}`), atLeast),
  )
}

const orderings = ['-upload_date', 'upload_date', '-vote_count', 'vote_count', '-view_count', 'view_count']

/** Pages of the feed. @param sizes from the first to before the second */
function feedPages(sizes: [number, number], statuses: string[], pages: number[]): Request[] {
  const all = Array.from({ length: sizes[1] - sizes[0] }, (_, more) => sizes[0] + more)
  const queries = all.flatMap((size) => pages.map((page) => `page=${page}&page_size=${size}`))
  const filters = statuses.flatMap((status) => orderings.map((by) => `ordering=${by}&status=${status}`))
  return queries.flatMap((query) =>
    filters.map((filter) => ({ method: 'GET', path: `/api/videos/?${query}&${filter}` })),
  )
}

/**
 * More pages, of about 20 videos, than web caches or remembers (lib/web/cache/public-reads.ts), in rotation, so
 * that none is cached when its turn comes.
 */
const missingRequests = feedPages([12, 29], ['approved', 'pending', 'rejected'], [1, 2, 3])

/** Requests as many other pages as web caches, each twice, so that only those are cached. */
async function fillMemory(origin: string): Promise<void> {
  for (const { path: at } of feedPages([40, 91], ['approved'], [1]))
    for (let time = 0; time < 2; time++) await fetchBody(origin + at)
}
