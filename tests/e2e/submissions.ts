// Pending cases at the officers' desk, created without their screens, which have separate tests.
import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import pg from 'pg'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { handInIdentity } from './identity.ts'
import { openAccount, password } from './people.ts'

const emailOf = (role: 'dancer' | 'copyright_owner' | 'compliance_officer') =>
  demoAccounts.find((account) => account.role === role)?.email ?? ''

/** Runs statements on the product's database. */
export async function inDatabase<Answer>(act: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: process.env.NGOMA_E2E_DATABASE_URL })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** A new person with a pending identity. */
export async function newApplicant(request: APIRequestContext) {
  const person = await openAccount(request, 'copyright_owner')
  const login = await request.post('/api/users/auth/login/', { data: { email: person.email, password } })
  expect(login.ok(), await login.text()).toBe(true)
  const { access, user } = await login.json()
  await handInIdentity(request, { id: user.id, headers: { authorization: `Bearer ${access}` } })
  return { ...person, id: String(user.id) }
}

/** Pending, by default the demo musician's. */
export function addTrack(title: string, owner: Parameters<typeof emailOf>[0] = 'copyright_owner') {
  return inDatabase((client) =>
    client.query(
      `INSERT INTO track (musician_id, title, artist, status, object_key, file_size, duration_seconds)
       SELECT id, $2, 'Amina', 'pending', $3, 48000, 92 FROM app_user WHERE email = $1`,
      [emailOf(owner), title, `tracks/${randomBytes(8).toString('hex')}`],
    ),
  )
}

export function dropTrack(title: string) {
  return inDatabase((client) => client.query('DELETE FROM track WHERE title = $1', [title]))
}

/** A pending video of the demo dancer. */
export function addVideo(title: string) {
  const id = randomBytes(8).toString('base64url')
  return inDatabase((client) =>
    client.query(
      `INSERT INTO video (title, dancer_id, track_id, challenge_id, youtube_url, youtube_video_id, vote_code)
       SELECT $2, u.id, t.id, c.id, 'https://www.youtube.com/watch?v=' || $3, $3, $4
       FROM app_user u, (SELECT id FROM track WHERE status = 'approved' LIMIT 1) t,
         (SELECT id FROM challenge ORDER BY starts_at DESC LIMIT 1) c
       WHERE u.email = $1`,
      [emailOf('dancer'), title, id, randomBytes(5).toString('hex').toUpperCase()],
    ),
  )
}
