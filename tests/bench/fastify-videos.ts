// The list of videos on Fastify with pg: one statement per page with all related rows, the count read once.
import fastify from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { kysely } from '#lib/core/kysely.ts'
import { withRelated } from '#lib/domain/videos/presenter.ts'

const asked = z.object({
  page: z.coerce.number().int().min(1),
  page_size: z.coerce.number().int().min(1).max(100),
  ordering: z
    .enum(['-upload_date', 'upload_date', '-vote_count', 'vote_count', '-view_count', 'view_count'])
    .default('-upload_date'),
})

const columns = {
  '-upload_date': 'v.uploadDate',
  upload_date: 'v.uploadDate',
  '-vote_count': 'v.voteCount',
  vote_count: 'v.voteCount',
  '-view_count': 'v.viewCount',
  view_count: 'v.viewCount',
} as const

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const counted = await pool.query<{ count: number }>(
  `SELECT count(*)::int AS count FROM video v WHERE v.status = 'approved'`,
)
const count = counted.rows[0]?.count ?? 0

type Ordering = z.output<typeof asked>['ordering']
const texts = new Map<Ordering, string>()

/** A page of the product's own rows; parameters: status, limit, offset. */
function pageOf(ordering: Ordering): string {
  const known = texts.get(ordering)
  if (known !== undefined) return known
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const column = columns[ordering]
  const picked = kysely(pool)
    .selectFrom('video as v')
    .selectAll('v')
    .where('v.status', '=', 'approved')
    .orderBy(column, direction)
    .orderBy('v.id', direction)
    .limit(1)
    .offset(0)
  const { sql } = withRelated(picked).orderBy(column, direction).orderBy('v.id', direction).compile()
  texts.set(ordering, sql)
  return sql
}

const server = fastify()
server.get('/api/videos/', async (request) => {
  const { page, page_size, ordering } = asked.parse(request.query)
  const { rows } = await pool.query({
    name: `page ${ordering}`,
    text: pageOf(ordering),
    values: ['approved', page_size, (page - 1) * page_size],
  })
  return { count, page, results: rows }
})
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
