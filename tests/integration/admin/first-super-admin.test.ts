// Whoever installs the product lets the first super admin in by a command (docs/operations/deploy.md, The first super admin).
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { databaseName, env } from '#lib/core/env.ts'
import { isOnlySuperAdmin } from '#lib/domain/approvals/two-people.ts'
import { inviteFirstSuperAdmin } from '#lib/domain/staff/first-super-admin.ts'
import { findFreePorts } from '#server/local/free-port.ts'
import { call, mailedToken, mailsWhenQuiet, newcomer, setUpAccounts } from '#tests/support/accounts.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson, password } from '#tests/support/people.ts'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { createProductionLogin, dropProductionLogin } from '#tests/support/production-login.ts'
import { runCommand } from '#tests/support/run-command.ts'

const clock = setUpAccounts()

const run = async (args: readonly string[], env?: NodeJS.ProcessEnv) => {
  const { code, told } = await runCommand('first-super-admin', args, { env })
  return { code, database: told[0] ?? '', told: told.slice(1) }
}
const database = `In the database ${databaseName()}:`
const person = () => {
  const { email, username } = newcomer()
  return { email, name: `Wanja ${username.slice(-12)}` }
}
const invite = ({ email, name }: { email: string; name: string }, environment?: NodeJS.ProcessEnv) =>
  run(['--email', email, '--name', name], environment)

const activeAdmins = () =>
  rows<{ id: string; email: string }>(
    db(),
    `SELECT id, email FROM app_user WHERE role = 'super_admin' AND is_active`,
  )
const audited = (id: string) =>
  rows(db(), 'SELECT actor_id, action, after FROM audit_event WHERE subject_id = $1 ORDER BY id', [id])
const choose = (token: string) => call('passwordResetConfirm', { token, password: 'Kayole-dance-2026!' })
const signIn = (email: string) => call('login', { email, password: 'Kayole-dance-2026!' })

// Nobody is there, as in an installation of today.
beforeEach(() => db().query(`UPDATE app_user SET is_active = false WHERE role = 'super_admin'`))

describe('npm run staff:first-super-admin', () => {
  test('opens an account that only the mailed link opens, on record as nobody’s of the desk', async () => {
    const first = person()
    expect(await invite({ ...first, email: first.email.toUpperCase() })).toEqual({
      code: 0,
      database,
      told: [`A link to choose a password was mailed to ${first.email}. It works once, for three days.`],
    })
    const [admin, ...others] = await activeAdmins()
    expect({ email: admin?.email, others }).toEqual({ email: first.email, others: [] })
    expect((await signIn(first.email)).status).toBe(401)
    const token = await mailedToken(first.email)
    expect((await choose(token)).status).toBe(200)
    expect((await choose(token)).status).toBe(400)
    const signedIn = await signIn(first.email)
    expect(signedIn).toMatchObject({ status: 200, body: { user: { role: 'super_admin' } } })
    expect((await audited(admin?.id ?? ''))[0]).toEqual({
      actor_id: null,
      action: 'staff.invited',
      after: { role: 'super_admin', by: 'command' },
    })
  })

  test('refuses where a super admin is active, and lets in the next one where none is', async () => {
    const there = await createPerson('super_admin')
    const second = person()
    const refusal = {
      code: 1,
      database,
      told: [
        'There is already an active super admin, who can invite others at the desk.',
        'Nobody was invited.',
      ],
    }
    expect(await invite(second)).toEqual(refusal)
    expect(await invite({ ...second, email: there.email })).toEqual(refusal)
    expect(await activeAdmins()).toEqual([{ id: there.id, email: there.email }])
    expect(await mailsWhenQuiet(second.email)).toBe(0)
    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [there.id])
    expect((await invite(second)).code).toBe(0)
  })

  test('mails another link to whoever has chosen no password yet, and ends the one before', async () => {
    const first = person()
    await invite(first)
    const before = await mailedToken(first.email)
    clock.passTime(1)
    expect((await invite(first)).code).toBe(0)
    const after = await mailedToken(first.email, 2)
    expect((await invite(person())).code).toBe(1)
    expect((await choose(before)).status).toBe(400)
    expect((await choose(after)).status).toBe(200)
    expect((await invite(first)).code).toBe(1)
    const [admin, ...others] = await activeAdmins()
    expect(others).toEqual([])
    expect((await audited(admin?.id ?? '')).slice(0, 2)).toMatchObject([
      { action: 'staff.invited', after: { by: 'command' } },
      { actor_id: null, action: 'staff.invited', after: { by: 'command', again: true } },
    ])
  })

  test('takes an invitation back whose address was a stranger’s, and the same name is invited again', async () => {
    const wrong = person()
    const right = { ...person(), name: wrong.name }
    await invite(wrong)
    const [account] = await activeAdmins()
    const token = await mailedToken(wrong.email)
    expect((await invite(right)).code).toBe(1)
    const withdraw = () => run(['--email', wrong.email.toUpperCase(), '--withdraw'])
    const told = [`The invitation of ${wrong.email.toUpperCase()} was withdrawn.`]
    expect(await withdraw()).toEqual({ code: 0, database, told })
    expect((await choose(token)).status).toBe(400)
    expect(await activeAdmins()).toEqual([])
    expect((await audited(account?.id ?? '')).at(-1)).toEqual({
      actor_id: null,
      action: 'staff.withdrawn',
      after: { role: 'super_admin', by: 'command' },
    })
    expect(await withdraw()).toMatchObject({
      code: 1,
      told: [expect.any(String), 'No invitation was withdrawn.'],
    })
    expect((await invite(right)).code).toBe(0)
    expect((await choose(await mailedToken(right.email))).status).toBe(200)
    // Whoever has joined is no invitation any more, and whom they invite waits for nobody: they are alone.
    expect(await run(['--email', right.email, '--withdraw'])).toMatchObject({ code: 1 })
    const [admin] = await activeAdmins()
    expect(await isOnlySuperAdmin(db(), admin?.id ?? '')).toBe(true)
  })

  test('invites the same name again after a stranger who was quicker, by the statement of the runbook', async () => {
    const wrong = person()
    const right = { ...person(), name: wrong.name }
    await invite(wrong)
    await choose(await mailedToken(wrong.email))
    const stranger = await signIn(wrong.email)
    expect(stranger.status).toBe(200)
    const runbook = await readFile('docs/operations/deploy.md', 'utf8')
    const [, statement = ''] = /^sql="(UPDATE app_user SET is_active = false.*)"$/m.exec(runbook) ?? []
    await asOwner((owner) => owner.query(statement))
    expect((await signIn(wrong.email)).status).toBe(401)
    expect((await call('refresh', { refresh: stranger.body.refresh })).status).toBe(401)
    expect((await invite(right)).code).toBe(0)
    expect((await choose(await mailedToken(right.email))).status).toBe(200)
  })

  test('prints the link where no mail can be sent', async () => {
    const [nobody = 0] = await findFreePorts(1)
    const first = person()
    const { code, told } = await invite(first, {
      ...process.env,
      SMTP_URL: `smtp://127.0.0.1:${nobody}`,
    })
    expect({ code, first: told[0] }).toEqual({
      code: 0,
      first:
        'No mail could be sent. Hand this link over, to choose a password. It works once, for three days.',
    })
    const link = new URL(told[1] ?? '')
    expect(link.origin + link.pathname).toBe(`${env.PUBLIC_URL}/reset-password`)
    expect((await choose(link.searchParams.get('token') ?? '')).status).toBe(200)
    expect((await signIn(first.email)).status).toBe(200)
  })

  test('says what is wrong, and changes nothing', async () => {
    const usage = 'Say whom: npm run staff:first-super-admin -- --email email --name "First Last"'
    const dancer = await createPerson('dancer')
    const refusals: [string[], string[]][] = [
      [[], [usage]],
      [['--email', 'a@ngoma.test'], [usage]],
      [['somebody'], [usage]],
      [
        ['--email', 'nobody', '--name', 'Wanja'],
        ['last_name: This field is required.', 'email: Enter a valid email address.'],
      ],
      [['--email', dancer.email, '--name', 'Wanja Njeri'], ['This email already has an account.']],
    ]
    for (const [args, told] of refusals)
      expect(await run(args)).toEqual({ code: 1, database, told: [...told, 'Nobody was invited.'] })
    expect(await activeAdmins()).toEqual([])
    expect((await call('login', { email: dancer.email, password })).status).toBe(200)
  })
})

test('of many commands at once one invites', async () => {
  const people = Array.from({ length: 5 }, () => {
    const { email, name } = person()
    const [first_name = '', last_name = ''] = name.split(' ')
    return { email, first_name, last_name }
  })
  const outcomes = await Promise.allSettled(people.map(inviteFirstSuperAdmin))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'super_admin_exists' })
  expect(await activeAdmins()).toHaveLength(1)
})

describe('in production', () => {
  let production: NodeJS.ProcessEnv
  beforeAll(async () => {
    production = {
      ...productionEnvironment,
      NODE_ENV: 'production',
      DATABASE_URL: await createProductionLogin(),
      BACKUP_DATABASE_URL: '',
      SMTP_URL: env.SMTP_URL,
    }
  })
  afterAll(dropProductionLogin)

  test('it invites as well', async () => {
    const first = person()
    expect(await invite(first, production)).toMatchObject({ code: 0, database })
    expect((await choose(await mailedToken(first.email))).status).toBe(200)
  })
})
