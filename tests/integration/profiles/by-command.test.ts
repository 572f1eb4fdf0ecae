// Whoever runs the servers exports and erases the accounts of people who can not sign in, and erases people again after a restore.
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { closeStorage, headObject } from '#lib/core/storage.ts'
import { keepErasures } from '#lib/domain/backups/erasures.ts'
import { openWallet, postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { deleteErasureNote, listErasureNotes } from '#lib/domain/profiles/erasure-notes.ts'
import { walletOf } from '#tests/support/contest.ts'
import { prepareKyc } from '#tests/support/kyc.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { newEarner } from '#tests/support/payouts.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { type RunOptions, runCommand } from '#tests/support/run-command.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'

afterAll(() => closeStorage())
const money = setUpMoney()
const exporting = await loadRoute(contract.profiles.export)
const deleting = await loadRoute(contract.profiles.delete)

const database = `In the database ${databaseName()}:`
const reason = 'their letter of 3 March'

async function run(command: 'export' | 'erase', args: readonly string[], options?: RunOptions) {
  const { code, told } = await runCommand(`${command}-account`, args, options)
  expect(told[0]).toBe(database)
  return { code, told: told.slice(1) }
}

/** Moves cents from a wallet to platform revenue: votes bring whole shillings alone. */
async function giveBack(ownerId: string, cents: bigint): Promise<void> {
  const wallet = await openWallet(db(), 'dancer', ownerId)
  const entries = [
    { accountId: systemAccount(await systemAccounts(), 'platform_revenue'), amount: cents },
    { accountId: wallet, amount: -cents },
  ]
  const what = { type: 'test', sourceType: 'test', sourceId: newId(), actor: 'system', occurredAt: now() }
  await postJournals(db(), [{ key: newId(), ...what, entries }])
}

const deactivate = (id: string) => rows(db(), 'UPDATE app_user SET is_active = false WHERE id = $1', [id])
const userOf = (id: string) =>
  firstRow<{ username: string; email: string; erased: boolean }>(
    db(),
    'SELECT username, email, deleted_at IS NOT NULL AS erased FROM app_user WHERE id = $1',
    [id],
  )
const auditOf = (id: string, action: string) =>
  rows(db(), 'SELECT actor_id, after FROM audit_event WHERE subject_id = $1 AND action = $2 ORDER BY id', [
    id,
    action,
  ])
const notesOf = async (id: string) => (await listErasureNotes()).filter(({ userId }) => userId === id)

describe('npm run accounts:export', () => {
  test('writes what the own export gives, for its maker alone, and says on record why', async () => {
    const dancer = await signInAs('dancer')
    await prepareKyc(dancer)
    const own = await (await send(exporting.GET, { access: dancer.access })).json()
    await deactivate(dancer.user.id)
    const args = [dancer.user.username.toUpperCase(), '--reason', reason]
    const { code, told } = await run('export', args, { isOwnProcess: true })
    expect(code).toBe(0)
    const file = told[0]?.split(' is in ')[1] ?? ''
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const written = JSON.parse(await readFile(file, 'utf8'))
    await rm(path.dirname(file), { recursive: true })
    // What has happened since is the own export itself, which is on record, too.
    expect({ ...written, exported_at: '', activity: [] }).toEqual({ ...own, exported_at: '', activity: [] })
    expect((await auditOf(dancer.user.id, 'account.exported')).at(-1)).toEqual({
      actor_id: null,
      after: { by: 'command', reason },
    })
  })

  test('needs a reason, and somebody who is there: no sign stands for others', async () => {
    await createPerson('dancer')
    for (const who of ['%', '_'.repeat(8), 'nobody@example.org'])
      expect(await run('export', [who, '--reason', reason])).toEqual({
        code: 1,
        told: ['Nobody has this email or username. Nothing was written.'],
      })
    expect(await run('export', ['somebody'])).toMatchObject({
      code: 1,
      told: [expect.stringContaining('Say whose')],
    })
  })
})

describe('npm run accounts:erase', () => {
  test('erases somebody who is deactivated, once their name was typed again, and says on record why', async () => {
    const dancer = await createPerson('dancer')
    const { username } = (await userOf(dancer.id)) ?? { username: '' }
    await deactivate(dancer.id)
    const args = [dancer.email.toUpperCase(), '--reason', reason]
    const question = `This erases ${username} for good. Type the username again: `
    for (const options of [{ isOwnProcess: true }, { typed: 'somebody else\n' }])
      expect(await run('erase', args, options)).toEqual({
        code: 1,
        told: [`${question}It was not confirmed. Nothing was changed.`],
      })
    expect(await userOf(dancer.id)).toMatchObject({ email: dancer.email, erased: false })
    expect(await run('erase', args, { typed: `${username}\n`, isOwnProcess: true })).toEqual({
      code: 0,
      told: [`${question}The account ${dancer.id} was erased, and nobody can sign in to it.`],
    })
    expect(await userOf(dancer.id)).toMatchObject({
      email: `${dancer.id}@deleted.invalid`,
      erased: true,
    })
    expect(await auditOf(dancer.id, 'account.deleted')).toEqual([
      { actor_id: null, after: { by: 'command', reason } },
    ])
    expect(await run('erase', [...args, '--yes'])).toMatchObject({ code: 1 })
  })

  test('refuses what its owner would be refused, and says what to do', async () => {
    const [rich, poor, admin] = [
      await newEarner(money, 1),
      await newEarner(money, 1),
      await createPerson('super_admin'),
    ]
    await giveBack(poor.id, 967n)
    const erase = (id: string, ...more: string[]) => run('erase', [id, '--reason', reason, '--yes', ...more])
    expect(await erase(rich.id)).toEqual({
      code: 1,
      told: [
        'Not erased, because its owner would read: "There is money in your wallet. Withdraw it first." Let its owner withdraw first: activate a deactivated account until the money is paid, and run this again.',
      ],
    })
    expect(await erase(poor.id)).toMatchObject({
      code: 1,
      told: [expect.stringMatching(/^Not erased, .* "KES 5\.33 is left .* name the amount: --give-up/)],
    })
    for (const amount of ['all', '5', '5.34'])
      expect(await erase(poor.id, '--give-up', amount)).toMatchObject({
        code: 1,
        told: [expect.stringContaining('Run this again with the amount that is left now')],
      })
    expect(await erase(poor.id, '--give-up', '5.33')).toEqual({
      code: 0,
      told: [
        `The account ${poor.id} was erased, and nobody can sign in to it. KES 5.33 was given up with it.`,
      ],
    })
    expect(await walletOf(poor.id)).toBe(0n)
    expect(await erase(admin.id)).toMatchObject({
      code: 1,
      told: [expect.stringContaining('Deactivate the account at the desk')],
    })
    expect(await walletOf(rich.id)).toBe(1_500n)
  })
})

describe('an erasure outlives a restore', () => {
  /** Gives somebody back what a restore gives back: the row as it was before. */
  async function bringBack(id: string, was: { username: string; email: string } | null | undefined) {
    await rows(
      db(),
      'UPDATE app_user SET username = $2, email = $3, is_active = true, deleted_at = NULL WHERE id = $1',
      [id, was?.username, was?.email],
    )
  }

  test('it is noted in the store with the id and the day alone, and done again by one command', async () => {
    const [leaver, other] = [await signInAs('dancer'), await newEarner(money, 1)]
    const { id } = leaver.user
    const was = await userOf(id)
    const closing = { method: 'POST', access: leaver.access, body: { password } }
    expect((await send(deleting.POST, closing)).status).toBe(204)
    await until('the erasure is noted', async () => (await notesOf(id)).length === 1)
    const [note] = await notesOf(id)
    expect(note).toEqual({ userId: id, day: now().toISOString().slice(0, 10) })

    // Of another one, money came back as well.
    const otherWas = await userOf(other.id)
    await rows(db(), 'UPDATE app_user SET deleted_at = now(), is_active = false WHERE id = $1', [other.id])
    await keepErasures()
    await bringBack(id, was)
    await bringBack(other.id, otherWas)

    const refused = await run('erase', ['--after-restore'], { typed: 'no\n' })
    expect(refused.code).toBe(1)
    expect(await userOf(id)).toMatchObject({ erased: false })

    const { code, told } = await run('erase', ['--after-restore', '--yes'])
    expect(code).toBe(1)
    expect(told).toContain(`${id}  erased again`)
    expect(told.join('\n')).toContain(
      `${other.id}  Not erased, because its owner would read: "There is money in your wallet. Withdraw it first." The money came back with the restore.`,
    )
    expect(await userOf(id)).toMatchObject({ email: `${id}@deleted.invalid`, erased: true })
    expect((await auditOf(id, 'account.deleted')).at(-1)).toMatchObject({
      actor_id: null,
      after: { by: 'command', reason: `again after a restore, erased on ${note?.day}` },
    })
    expect(await walletOf(other.id)).toBe(1_500n)
    const spared = await run('erase', ['--after-restore', '--except', other.id, '--yes'])
    expect(spared).toMatchObject({ code: 0, told: [`${other.id}  stays as it is`, expect.any(String)] })
    expect(await run('erase', ['--after-restore', '--except', id, '--yes'])).toEqual({
      code: 1,
      told: [`Not in the list: ${id}. Nothing was changed.`],
    })
    // Again, it is about the other one alone.
    expect((await run('erase', ['--after-restore', '--yes'])).told.join('\n')).not.toContain(id)
    for (const { userId, day } of await notesOf(other.id)) await deleteErasureNote({ userId, day })
    expect(await run('erase', ['--after-restore', '--yes'])).toEqual({
      code: 0,
      told: ['Of those whose erasure is noted in the object store, nobody has an account here.'],
    })
  })

  test('notes that were lost are made again; they end after all that could bring the person back', async () => {
    const [late, old, staff] = [
      await createPerson('dancer'),
      await createPerson('copyright_owner'),
      await createPerson('compliance_officer'),
    ]
    const erase = (id: string, days: number) =>
      rows(db(), 'UPDATE app_user SET deleted_at = $2, is_active = false WHERE id = $1', [
        id,
        addSeconds(now(), -days * 86_400),
      ])
    await erase(late.id, 80)
    await erase(old.id, 80)
    await erase(staff.id, 80)
    await keepErasures()
    expect(await notesOf(late.id)).toHaveLength(1)
    expect(await notesOf(staff.id)).toEqual([])
    const [note] = await notesOf(old.id)
    const at = { bucket: 'private', key: `erasures/${note?.day}/${old.id}.json` } as const
    expect(await headObject(at)).toMatchObject({ contentType: 'application/json' })

    // A backup that is older than all limits is kept as one of the newest three, and the notes with it.
    const backupId = newId()
    await rows(db(), 'INSERT INTO backup (id, created_at) VALUES ($1, $2)', [
      backupId,
      addSeconds(now(), -200 * 86_400),
    ])
    await erase(old.id, 100)
    await keepErasures()
    expect((await notesOf(old.id)).map(({ day }) => day).sort()).toHaveLength(2)
    await rows(db(), 'DELETE FROM backup WHERE id = $1', [backupId])
    await keepErasures()
    expect(await notesOf(old.id)).toEqual([note])
  })
})
