import { z } from 'zod'
import { rowsOf } from './database.ts'
import type { Month } from './month.ts'

/** A person with an account. */
export class Person {
  readonly id: string
  readonly role: 'dancer' | 'copyright_owner' | 'compliance_officer' | 'super_admin'
  /** 2547XXXXXXXX */
  readonly phone: string
  readonly #email: string
  readonly #month: Month
  #tokens: { access: string; refresh: string; until: number } | undefined

  constructor(month: Month, person: { id: string; role: Person['role']; phone: string; email: string }) {
    this.#month = month
    this.id = person.id
    this.role = person.role
    this.phone = person.phone
    this.#email = person.email
  }

  /** Valid for the next simulated minutes. */
  async access(): Promise<string> {
    const { clock } = this.#month.stage
    const known = this.#tokens
    if (known && clock.now().getTime() < known.until) return known.access
    const until = clock.now().getTime() + 10 * 60_000
    const given = (known && (await this.#refresh(known.refresh))) ?? (await this.#signIn())
    this.#tokens = { ...given, until }
    return given.access
  }

  async #refresh(refresh: string): Promise<Tokens | undefined> {
    const { status, json } = await this.#month.web.ask({
      path: '/api/users/auth/refresh/',
      body: { refresh },
    })
    return status === 200 ? tokens.parse(json) : undefined
  }

  async #signIn(): Promise<Tokens> {
    const body = { email: this.#email, password }
    return tokens.parse(await this.#month.web.expect(200, { path: '/api/users/auth/login/', body }))
  }
}

const tokens = z.object({ access: z.string(), refresh: z.string() })
type Tokens = z.output<typeof tokens>
const registered = z.object({ user: z.object({ id: z.string() }) })

const password = 'A passphrase of the simulated month'

/** With approved identities. */
export async function register(
  month: Month,
  role: 'dancer' | 'copyright_owner',
  count: number,
): Promise<Person[]> {
  const people = await month.inTurns(
    Array.from({ length: count }, (_, n) => n),
    4,
    async (n) => {
      const name = role === 'dancer' ? `Dancer ${n}` : `Musician ${n}`
      const email = `${role}-${n}@ngoma.test`
      // The last digits choose the outcome (simulator/README.md): from 2000 on, success.
      const phone = `2547${role === 'dancer' ? '90' : '91'}00${2_000 + n}`
      const body = {
        username: name,
        email,
        password,
        password_confirm: password,
        first_name: name,
        role,
        phone_number: phone,
      }
      const answer = await month.web.ask({ path: '/api/users/auth/register/', body })
      // Web may have died before it answered.
      const id = answer.status === 201 ? registered.parse(answer.json).user.id : await idOf(month, email)
      return new Person(month, { id, role, phone, email })
    },
  )
  await rowsOf(month.stage.database, `UPDATE profile SET kyc_status = 'approved' WHERE user_id = ANY ($1)`, [
    people.map(({ id }) => id),
  ])
  return people
}

async function idOf(month: Month, email: string): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    month.stage.database,
    'SELECT id FROM app_user WHERE email = $1',
    [email],
  )
  if (!row) throw new Error(`${email} is not registered`)
  return row.id
}

/** Staff, with the common password. */
export async function appointStaff(
  month: Month,
  like: Person,
  role: 'compliance_officer' | 'super_admin',
  name: string,
): Promise<Person> {
  const email = `${name.toLowerCase()}@ngoma.test`
  await rowsOf(
    month.stage.database,
    `INSERT INTO app_user (username, email, password_hash, role, is_email_verified)
      SELECT $4, $2, password_hash, $3::role, true FROM app_user WHERE id = $1 ON CONFLICT DO NOTHING`,
    [like.id, email, role, name],
  )
  const id = await idOf(month, email)
  await rowsOf(
    month.stage.database,
    'INSERT INTO profile (user_id, display_name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [id, name],
  )
  return new Person(month, { id, role, phone: '', email })
}

/** Approved tracks without files: other tests cover uploads. */
export async function addTracks(month: Month, musicians: readonly Person[], each: number): Promise<void> {
  await rowsOf(
    month.stage.database,
    `INSERT INTO track (musician_id, title, artist, genre, status, object_key, file_size, duration_seconds)
      SELECT m, 'Song ' || n, 'Band', 'Gengetone', 'approved', 'tracks/' || m || '-' || n || '.mp3', 1000, 90
      FROM unnest($1::uuid[]) AS m, generate_series(1, $2::int) AS n`,
    [musicians.map(({ id }) => id), each],
  )
}
