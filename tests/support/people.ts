import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { RoleName } from '#lib/contract/call.ts'
import { transaction } from '#lib/core/outbox.ts'
import { insertUser } from '#lib/domain/accounts/commands.ts'
import { issueDeviceToken } from '#lib/domain/accounts/known-device.ts'
import { findSessionUser } from '#lib/domain/accounts/queries.ts'
import type { NewUser, SignedIn } from '#lib/domain/accounts/schema.ts'
import { startSession } from '#lib/domain/accounts/sessions.ts'

export const password = 'a long enough passphrase'

/** Creates a verified user. @returns registration and id */
export async function createPerson(role: RoleName, more: Partial<NewUser> = {}) {
  const mark = randomBytes(6).toString('hex')
  const user: NewUser = {
    username: `Person ${mark}`,
    email: `person-${mark}@example.test`,
    password,
    displayName: 'Amina Wanjiru Odhiambo',
    role,
    isEmailVerified: true,
    ...more,
  }
  return { ...user, id: await addUser(user) }
}

async function addUser(user: NewUser): Promise<string> {
  // Uses a cheaper hash than the product: each hash contains its own cost.
  const passwordHash = await hash(user.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  return transaction((tx) => insertUser(tx, user, passwordHash))
}

/** Signs in without the slow password check. */
export async function signInAs(role: RoleName): Promise<SignedIn> {
  const { id, email } = await createPerson(role)
  const user = await findSessionUser(id)
  if (!user) throw new Error(`${email} is not there`)
  return { ...(await startSession(user, 'test')), user, device_token: await issueDeviceToken(email) }
}
