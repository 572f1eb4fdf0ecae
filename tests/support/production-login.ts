import { env } from '#lib/core/env.ts'
import { asOwner } from './owner.ts'
import { secretFor } from './production-environment.ts'

const login = `production_${process.pid}`

/** @returns this database's address with a login that production's rules accept */
export async function createProductionLogin(): Promise<string> {
  const password = secretFor('the login').slice(0, 32)
  await asOwner((client) => client.query(`CREATE ROLE ${login} LOGIN SUPERUSER PASSWORD '${password}'`))
  const database = new URL(env.DATABASE_URL)
  database.username = login
  database.password = password
  return database.href
}

export async function dropProductionLogin(): Promise<void> {
  await asOwner((client) => client.query(`DROP ROLE ${login}`))
}
