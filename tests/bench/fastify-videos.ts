// The list of videos on Fastify with pg: one statement per page with all related rows, the count read once.
import fastify from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { kysely } from '#lib/core/kysely.ts'
import { withRelated } from '#lib/domain/videos/presenter.ts'

const columns = { upload_date: 'v.uploadDate', vote_count: 'v.voteCount', view_count: 'v.viewCount' } as const
const asked = z.object({
  page: z.coerce.number().int().min(1),
  page_size: z.coerce.number().int().min(1).max(100),
  ordering: z.string().default('-upload_date'),
})
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })

/** SQL of a page of the product's own rows; parameters: status, limit, offset. */
function pageBy(column: (typeof columns)[keyof typeof columns], direction: 'asc' | 'desc'): string {
  const picked = kysely(pool)
    .selectFrom('video as v')
    .selectAll('v')
    .where('v.status', '=', 'approved')
    .orderBy(column, direction)
    .orderBy('v.id', direction)
    .limit(1)
    .offset(0)
  return withRelated(picked).orderBy(column, direction).orderBy('v.id', direction).compile().sql
}

const pages = new Map(
  Object.entries(columns).flatMap(([name, column]) => [
    [name, pageBy(column, 'asc')],
    [`-${name}`, pageBy(column, 'desc')],
  ]),
)
const counted = await pool.query(`SELECT count(*)::int AS count FROM video v WHERE v.status = 'approved'`)
const server = fastify()
server.get('/api/videos/', async (request) => {
  const { page, page_size, ordering } = asked.parse(request.query)
  const { rows } = await pool.query({
    name: `page ${ordering}`,
    text: pages.get(ordering) ?? '',
    values: ['approved', page_size, (page - 1) * page_size],
  })
  return { ...counted.rows[0], page, results: rows }
})
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
