// docs/audit-chain.md: a file of the audit can be checked by itself, and what was done to it is named.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuditLine, auditColumns, CHAIN_START, rowText } from '#lib/contract/audit/format.ts'
import { parseCsv, toCsv } from '#lib/contract/csv.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { auditKeyOf, everyKeyOf, linkUnder } from '#lib/domain/audit/audit-keys.ts'
import { checkAuditFile } from '#lib/domain/audit/check-file.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { exportAudit } from '#lib/domain/audit/export.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import * as csvRoute from '../../../app/api/admin/audit-logs.csv/route.ts'

let admin: SignedIn
/** A file of the whole audit, and its lines under their head: the newest first. */
let file: string
let head: string[]
let lines: string[][]
const keys = [auditKeyOf(env.KYC_KEY)]

async function download(query: Record<string, string> = {}): Promise<string> {
  const response = await send(csvRoute.GET, { access: admin.access, query })
  expect(response.status).toBe(200)
  return response.text()
}
const write = (content: string[][]) => toCsv([head, ...content])
const check = (content: string[][]) => checkAuditFile(write(content), keys)
/** The line of a row. */
const at = (position: number) => lines.length - position
const cell = (line: string[] | undefined, column: string) => line?.[head.indexOf(column)] ?? ''
const withCell = (position: number, column: string, value: string) =>
  lines.map((line, index) => (index === at(position) ? line.with(head.indexOf(column), value) : line))

const sealedNothing = {
  ...{ id: '', created_at: '', actor_id: '', action_type: '', subject_type: '', subject_id: '' },
  ...{ before: '', after: '', ip_address: '' },
}

const strange = [
  'quoted "words", Ünïcode 💃, =1+1',
  "'=apostrophe\n\ttab\\ and \u0001 control \u007f \u2028",
  '',
]

beforeAll(async () => {
  admin = await signInAs('super_admin')
  const dancer = await createPerson('dancer', { username: `=Otieno, "the" Great ${newId().slice(-6)}` })
  for (const [index, word] of strange.entries())
    await transaction((tx) =>
      recordAudit(tx, {
        actor: index === 1 ? null : { id: admin.user.id },
        action: 'kyc.approved',
        subject: { type: 'user', id: index === 2 ? word : dancer.id },
        ...(index === 0 ? {} : { before: { zebra: 1, a: 1.5, nested: { list: [1, 2] }, word } }),
        after: { big: 9_007_199_254_740_991, word, aa: null },
        address: word,
      }),
    )
  file = await download()
  ;[head = [], ...lines] = parseCsv(file) ?? []
})
afterAll(async () => {
  closeStorage()
  await Promise.all([closeDb(), closeRedis()])
})

describe('a file of the audit', () => {
  test('holds as it was downloaded: every row sealed, the newest first, ended by its own export', async () => {
    const found = checkAuditFile(file, keys)
    expect(found).toMatchObject({ verdict: 'holds', problems: [], rows: 4, end: { position: 4 } })
    expect(lines.map((line) => cell(line, 'position'))).toEqual(['4', '3', '2', '1'])
    expect(cell(lines[0], 'action_type')).toBe('audit.exported')
    const last = await firstRow<{ hash: string }>(db(), 'SELECT hash FROM audit_seal WHERE position = 4')
    expect(found.end?.seal).toBe(last?.hash)
  })

  test.each([
    'id',
    'created_at',
    'action_type',
    'description',
    'ip_address',
    'before',
    'after',
    'seal',
    'previous_seal',
    'actor_id',
    'subject_type',
    'subject_id',
  ])('names a row in which %s was changed', (column) => {
    const value = { before: '{"zebra": 2}', after: '{}', id: '99', created_at: '2026-01-01T00:00:00.000Z' }
    const changed = withCell(2, column, value[column as keyof typeof value] ?? 'f'.repeat(64))
    expect(check(changed)).toMatchObject({
      verdict: 'changed',
      problems: expect.arrayContaining(['Row 2 was changed.']),
    })
  })

  test('names a row whose names are not those of other rows', () => {
    for (const [column, value] of [
      ['admin_username', 'Somebody Else'],
      ['affected_resource', 'User Somebody'],
    ] as const)
      expect(check(withCell(1, column, value))).toMatchObject({ verdict: 'changed' })
  })

  test('names rows that were taken out, from its middle, its beginning and its end', () => {
    const without = (...positions: number[]) => lines.filter((_, index) => !positions.map(at).includes(index))
    expect(check(without(2)).problems).toEqual(['Row 2 is missing.'])
    expect(check(without(2, 3)).problems).toEqual(['Rows 2 to 3 are missing.'])
    expect(check(without(1)).problems).toEqual(['Row 1 is missing.'])
    expect(check(without(4)).problems).toEqual([
      'The newest rows are missing: the file ends with row 3, not with its own export.',
    ])
    expect(check([]).problems).toEqual(['The file has no rows.'])
  })

  test('names a row that was moved, put in twice, or numbered anew', () => {
    const [newest = [], third = [], second = [], first = []] = lines
    expect(check([newest, second, third, first]).problems).toEqual([
      'Row 3 was moved: it stands behind row 2.',
    ])
    expect(check([third, newest, second, first]).problems).toEqual([
      'Row 4 was moved: it stands behind row 3.',
    ])
    expect(check([newest, third, third, second, first]).problems).toEqual(['Row 3 is there twice.'])
    const place = head.indexOf('position')
    expect(check([newest, second.with(place, '3'), third.with(place, '2'), first]).problems).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Row 3 does not follow row 2/)]),
    )
  })

  test('tells a wrong key from a changed file, and a file of another kind from both', () => {
    const wrong = checkAuditFile(file, [auditKeyOf('the key of quite another installation')])
    expect(wrong).toMatchObject({
      verdict: 'wrong_key',
      problems: [expect.stringContaining('None of the 4 rows')],
    })
    for (const text of ['', 'a,b\r\n1,2\r\n', file.replace('seal', 'sael'), `${file}"`])
      expect(checkAuditFile(text, keys)).toMatchObject({ verdict: 'unreadable' })
  })

  test('taken with filters is checked as a part, and says so', async () => {
    const part = await download({ action: 'kyc' })
    expect(checkAuditFile(part, keys, true)).toMatchObject({ verdict: 'holds', rows: 3 })
    expect(checkAuditFile(part, keys).verdict).toBe('changed')
    const exports = await download({ action: 'audit' })
    expect(checkAuditFile(exports, keys).problems).toContain(
      'The file was taken with filters: it can only be checked as a part (--part).',
    )
  })

  test('holds though somebody is renamed while it is read', async () => {
    const person = await createPerson('dancer')
    const nameOf = (name: string) =>
      rows(db(), 'UPDATE app_user SET username = $2 WHERE id = $1', [person.id, name])
    const id = person.id
    await transaction(async (tx) => {
      for (let one = 0; one < 1_000; one++)
        await recordAudit(tx, { actor: { id }, action: 'of.test', subject: { type: 'user', id } })
    })
    const by = { actor: { id: admin.user.id }, address: '' }
    const read: AuditLine[] = []
    for await (const some of await exportAudit({}, by)) {
      read.push(...some)
      await nameOf(`Renamed ${newId().slice(-6)}`)
    }
    const mine = read.filter(({ actor_id }) => actor_id === id)
    expect(mine).toHaveLength(1_000)
    expect(new Set(mine.map(({ admin_username }) => admin_username))).toEqual(new Set([person.username]))
    const whole = write(read.map((line) => auditColumns.map((column) => line[column])))
    expect(checkAuditFile(whole, everyKeyOf(env.KYC_KEY, []))).toMatchObject({
      verdict: 'holds',
      problems: [],
    })
  })

  test('from before the key was replaced holds under both keys, and without the older one names its rows as such', () => {
    const [older, newer] = [auditKeyOf('the key that was in force until last year'), keys[0] ?? Buffer.of()]
    let previous = CHAIN_START
    const resealed = lines.toReversed().map((line, index) => {
      const known = Object.fromEntries(auditColumns.map((name, column) => [name, line[column] ?? '']))
      const text = rowText({ ...sealedNothing, ...known })
      const seal = linkUnder(index < 2 ? older : newer, previous, text)
      const next = line.with(head.indexOf('previous_seal'), previous).with(head.indexOf('seal'), seal)
      previous = seal
      return next
    })
    const text = write(resealed.toReversed())
    expect(checkAuditFile(text, [newer, older])).toMatchObject({ verdict: 'holds' })
    expect(checkAuditFile(text, [newer])).toMatchObject({
      verdict: 'changed',
      problems: ['Rows 1 to 2 were changed, or sealed under a key that was replaced and not given.'],
    })
  })
})

describe('npm run audit:check', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'ngoma-audit-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function run(content: string | null, environment: Record<string, string>, ...more: string[]) {
    const name = path.join(folder, 'audit.csv')
    if (content !== null) await writeFile(name, content)
    const script = path.join(import.meta.dirname, '../../../workers/audit-check.ts')
    // Nothing runs where an auditor sits: no database, no store.
    const options = {
      env: {
        NODE_ENV: 'test' as const,
        PATH: process.env.PATH,
        DATABASE_URL: 'postgresql://nowhere:1/none',
        ...environment,
      },
    }
    return promisify(execFile)(
      process.execPath,
      [script, ...more, ...(content === null ? [] : [name])],
      options,
    )
      .then(({ stdout }) => ({ code: 0, said: stdout }))
      .catch((failure: { code: number; stderr: string }) => ({ code: failure.code, said: failure.stderr }))
  }

  test('ends with 0 for a right file, 1 for a changed one, 2 for a wrong key; the audit’s own key is enough', async () => {
    const kyc = { KYC_KEY: env.KYC_KEY }
    const printed = await run(null, kyc, '--key')
    expect(printed.said.trim()).toBe(keys[0]?.toString('hex'))
    const [right, byAuditKey, changed, wrong, none] = await Promise.all([
      run(file, kyc),
      run(file, { AUDIT_KEY: printed.said.trim() }),
      runOther(withCell(2, 'ip_address', '10.0.0.1'), kyc),
      run(file, { KYC_KEY: 'a key that has sealed nothing of all this' }),
      run(null, kyc),
    ])
    expect(right).toMatchObject({ code: 0, said: expect.stringContaining('4 rows hold') })
    expect(right.said).toContain('Names (admin_username, affected_resource) are not sealed.')
    expect(byAuditKey.code).toBe(0)
    expect(changed).toMatchObject({ code: 1, said: expect.stringContaining('Row 2 was changed.') })
    expect(wrong).toMatchObject({ code: 2, said: expect.stringContaining('None of the 4 rows was sealed') })
    expect(none).toMatchObject({ code: 2, said: expect.stringContaining('npm run audit:check -- file.csv') })
  })

  async function runOther(content: string[][], environment: Record<string, string>) {
    const name = path.join(folder, 'changed.csv')
    await writeFile(name, write(content))
    return run(null, environment, name)
  }
})
