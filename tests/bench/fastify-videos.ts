// The list of videos as it would be on Fastify with pg: the product's SQL for each request, the count read once.
import fastify from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import { type VideoRow, videoColumns, videoJoins } from '#lib/domain/videos/presenter.ts'

const columns: Record<string, string> = {
  '-upload_date': 'v.upload_date DESC, v.id DESC',
  upload_date: 'v.upload_date, v.id',
  '-vote_count': 'v.vote_count DESC, v.id DESC',
  vote_count: 'v.vote_count, v.id',
  '-view_count': 'v.view_count DESC, v.id DESC',
  view_count: 'v.view_count, v.id',
}

const asked = z.object({
  page: z.coerce.number().int().min(1),
  page_size: z.coerce.number().int().min(1).max(100),
  ordering: z.string().default('-upload_date'),
})

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const counted = await pool.query<{ count: number }>(
  `SELECT count(*)::int AS count FROM video v WHERE v.status = 'approved'`,
)
const count = counted.rows[0]?.count ?? 0

const server = fastify()
server.get('/api/videos/', async (request) => {
  const { page, page_size, ordering } = asked.parse(request.query)
  const order = columns[ordering] ?? 'v.id'
  const { rows } = await pool.query<VideoRow>({
    name: `page ${ordering}`,
    text: `SELECT ${videoColumns} FROM (
        SELECT v.* FROM video v WHERE v.status = $1::video_status ORDER BY ${order} LIMIT $2 OFFSET $3
      ) v ${videoJoins} ORDER BY ${order}`,
    values: ['approved', page_size, (page - 1) * page_size],
  })
  return { count, page, results: rows }
})
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
