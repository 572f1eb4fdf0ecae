import path from 'node:path'
import { fetchBody, publicReads } from './bodies.ts'
import { startFastify } from './fastify.ts'
import { load, loadKept, type Request, writeRequests } from './load.ts'
import { missingNginx } from './nginx.ts'
import { measurePacked, type ReadTargets } from './packed.ts'
import { compareRates, type Row, unmeasured } from './report.ts'
import { visitInTurn } from './rounds.ts'
import type { Stage } from './stage.ts'

/** What everybody reads: from web's memory, from the proxy's, and when it is in neither. */
export async function measurePublicReads(stage: Stage, targets: ReadTargets): Promise<Row[]> {
  return [
    ...(await measureKept(targets)),
    ...(await measureBehindNginx(targets)),
    await measurePacked('feed', targets),
    ...(await measureMisses(stage, targets)),
  ]
}

async function measureKept({ web, yardstick }: ReadTargets): Promise<Row[]> {
  const rate = await visitInTurn(
    publicReads.flatMap(({ name, path: at }) => [
      { name, visit: () => load(web + at) },
      { name: `constant ${name}`, visit: () => load(`${yardstick}/${name}`) },
    ]),
  )
  return publicReads.map(({ name, title }) =>
    compareRates(`${title} : constant Next route`, rate(name), rate(`constant ${name}`), 0.9),
  )
}

async function measureBehindNginx({ shipped, files }: ReadTargets): Promise<Row[]> {
  const whatOf = (title: string) => `${title}, behind nginx : nginx, file`
  if (!shipped || !files) return publicReads.map(({ title }) => unmeasured(whatOf(title), missingNginx))
  const rate = await visitInTurn(
    publicReads.flatMap(({ name, path: at }) => [
      { name, visit: () => loadKept(shipped.origin + at) },
      { name: `file ${name}`, visit: () => load(`${files.origin}/${name}.json`) },
    ]),
  )
  return publicReads.map(({ name, title }) =>
    compareRates(whatOf(title), rate(name), rate(`file ${name}`), 0.8),
  )
}

async function measureMisses(stage: Stage, { web }: ReadTargets): Promise<Row[]> {
  const requests = missingRequests()
  return stage.during(
    () => startFastify(stage),
    async (fastify) => {
      const targets = { miss: web, fastify: `http://127.0.0.1:${fastify.port}` }
      const rate = await visitInTurn(
        Object.entries(targets).map(([name, origin]) => {
          const target = writeRequests(path.join(stage.dataDir, `${name}.requests`), origin, requests)
          const visit = async () => {
            await fillMemory(origin)
            return load(target)
          }
          return { name, visit }
        }),
      )
      return [compareRates('Feed, a miss : Fastify with pg', rate('miss'), rate('fastify'), 1)]
    },
  )
}

const orderings = ['-upload_date', 'upload_date', '-vote_count', 'vote_count', '-view_count', 'view_count']

/**
 * More pages of the feed, of about 20 videos, than web keeps in memory or remembers to have been asked for
 * (lib/web/cache/public-reads.ts). They are asked for in turn, so that none is there when its turn comes.
 */
function missingRequests(): Request[] {
  const statuses = ['approved', 'pending', 'rejected']
  const sizes = Array.from({ length: 17 }, (_, more) => 12 + more)
  return sizes.flatMap((size) =>
    statuses.flatMap((status) =>
      orderings.flatMap((ordering) =>
        [1, 2, 3].map((page): Request => {
          const query = `page=${page}&page_size=${size}&ordering=${ordering}&status=${status}`
          return { method: 'GET', path: `/api/videos/?${query}` }
        }),
      ),
    ),
  )
}

/** Asks for as many other pages as web keeps, each of them twice, so that those and no others are in its memory. */
async function fillMemory(origin: string): Promise<void> {
  for (let size = 40; size < 91; size++)
    for (const ordering of orderings) {
      const address = `${origin}/api/videos/?page=1&page_size=${size}&ordering=${ordering}&status=approved`
      for (let time = 0; time < 2; time++) await fetchBody(address)
    }
}
