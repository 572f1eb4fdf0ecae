// Whoever is deactivated in this moment invites nobody any more, as they do nothing else at the desk (docs/decisions/0011).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { deactivateStaff } from '#lib/domain/staff/commands.ts'
import { inviteStaff } from '#lib/domain/staff/invite.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'

let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
})
afterAll(() => Promise.all([closeQueues(), closeRedis(), closeDb()]))

const address = '10.1.1.1'
const invited = (role: 'super_admin' | 'compliance_officer') => ({
  first_name: 'Njeri',
  last_name: 'Mwangi',
  username: `Njeri ${newId()}`,
  email: `njeri-${newId()}@example.test`,
  role,
})
const accountOf = ({ email }: { email: string }) =>
  rows(db(), 'SELECT is_active FROM app_user WHERE email = $1', [email])

test.each(['super_admin', 'compliance_officer'] as const)(
  'a super admin who is deactivated meanwhile invites no %s',
  async (role) => {
    const leaving = await signInAs('super_admin')
    const person = invited(role)
    const { second } = await overlapped(
      { text: 'LOCK TABLE audit_event IN SHARE MODE' },
      () => deactivateStaff({ id: leaving.user.id, by: admin.user, address }),
      () => inviteStaff({ ...person, by: leaving.user, address }),
    )
    expect(second).toMatchObject({ name: 'ForbiddenError' })
    expect(await accountOf(person)).toEqual([])
    // As where a process still trusts what it has read of the session.
    await expect(inviteStaff({ ...person, by: leaving.user, address })).rejects.toMatchObject({
      name: 'ForbiddenError',
    })
  },
)

test('two who invite each a new super admin at once both wait for another to confirm theirs', async () => {
  const other = await signInAs('super_admin')
  const people = [invited('super_admin'), invited('super_admin')]
  const answers = await Promise.all(
    [admin, other].map((by, place) => ask(contract.admin.inviteStaff, by, { body: people[place] })),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  for (const person of people) expect(await accountOf(person)).toEqual([{ is_active: false }])
})
