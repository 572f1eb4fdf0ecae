import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = path.resolve(import.meta.dirname, '../..')
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name)
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

describe('workflows', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: root })

  test.each(workflows)('%s is valid', (file) => {
    const { status, stdout, stderr } = spawnSync(bin('action-validator'), [file], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(stdout + stderr).toBe('')
    expect(status).toBe(0)
  })

  test('run commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const called = workflows.flatMap((file) =>
      [...read(file).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name),
    )
    expect(called.length).toBeGreaterThan(0)
    expect(called.filter((name) => !(name in scripts))).toEqual([])
  })
})

test.each(globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }))(
  'the issue form %s can be read',
  (file) => {
    const form = parse(read(file))
    if (file.endsWith('config.yml')) return expect(form.blank_issues_enabled).toBe(false)
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    const fields: { id?: string; type: string }[] = form.body
    const ids = fields.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(undefined)
  },
)

describe('the hook for commit messages', () => {
  const { run } = parse(read('lefthook.yml'))['commit-msg'].jobs[0]

  function check(subject: string) {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'message-')), 'COMMIT_EDITMSG')
    writeFileSync(
      file,
      `${subject}\n\nA body may be longer than a subject, and may have more than one sentence.\n`,
    )
    const { status, stdout } = spawnSync('sh', ['-c', run.replace('{1}', file)], { encoding: 'utf8' })
    return { status, stdout: stdout.trim() }
  }

  test('accepts a short subject with one topic', () => {
    expect(check('Keep comment drafts after sign-out')).toEqual({ status: 0, stdout: '' })
  })

  test('refuses a subject of more than 72 characters', () => {
    expect(check('x'.repeat(72)).status).toBe(0)
    expect(check('x'.repeat(73))).toEqual({
      status: 1,
      stdout: 'The subject has 73 characters; at most 72 are allowed.',
    })
  })

  test('reminds of a subject that lists two topics', () => {
    expect(check('Keep drafts and skip listed users')).toEqual({
      status: 0,
      stdout: 'Reminder: does this subject list two topics? One commit has one topic.',
    })
  })
})
