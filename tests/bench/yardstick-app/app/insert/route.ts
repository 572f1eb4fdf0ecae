import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.YARDSTICK_DATABASE_URL, max: 10 })
const headers = { 'content-type': 'application/json' }

export async function POST(request: Request): Promise<Response> {
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO yardstick_inbox (body) VALUES ($1)',
    values: [await request.text()],
  })
  return new Response('{"ResultCode":0,"ResultDesc":"Accepted"}', { headers })
}
