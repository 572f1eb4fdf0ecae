// A machine without apt, as a Mac; a recording script replaces Homebrew.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let directory: string
let bin: string
let dataDir: string
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'ngoma-homebrew-'))
  bin = path.join(directory, 'bin')
  dataDir = path.join(directory, 'data')
  mkdirSync(bin)
})
afterEach(() => rmSync(directory, { recursive: true }))

function addBrew(script: string): void {
  const lines = ['#!/bin/sh', `echo "$@" >> "${directory}/asked"`, script, '']
  writeFileSync(path.join(bin, 'brew'), lines.join('\n'), { mode: 0o755 })
}
const brings = (name: string) => `printf '#!/bin/sh\\n' > "${bin}/${name}" && /bin/chmod +x "${bin}/${name}"`

function ensure(program: string) {
  const script = `import { ensureProgram } from '${import.meta.dirname}/ensure.mjs'
    import { findProgram } from '${import.meta.dirname}/find.mjs'
    import { ${program} } from '${import.meta.dirname}/needed.mjs'
    ensureProgram(${program}, '${dataDir}')
    console.log(findProgram(${program}.names, '${dataDir}'))`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: bin },
  })
  return { status, lines: stdout.trim().split('\n'), stderr }
}
const asked = () => {
  const file = path.join(directory, 'asked')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('Redis comes by its formula, once, and is found where Homebrew puts it', () => {
  addBrew(brings('redis-server'))
  const file = path.join(bin, 'redis-server')
  expect(ensure('redis')).toEqual({
    status: 0,
    lines: ["redis-server is missing: installing Homebrew's redis …", file],
    stderr: '',
  })
  expect(ensure('redis').lines).toEqual([file])
  expect(asked()).toBe('install --quiet redis\n')
  // Homebrew stores nothing in the project.
  expect(readdirSync(dataDir)).toEqual([])
})

test('a formula that brings something else, or fails, ends the start with what people can do', () => {
  addBrew('exit 0')
  const elsewhere = ensure('redis')
  expect(elsewhere.status).toBe(1)
  expect(elsewhere.stderr).toBe(
    'It did not come (it is still not found); the next start tries again.\n' +
      'redis-server is missing and could not be brought: install Redis, or give the address of one in REDIS_URL, and start again.\n',
  )
  addBrew('echo "Error: no bottle" >&2; exit 1')
  const failed = ensure('redis')
  expect(failed.status).toBe(1)
  expect(failed.stderr).toContain('Error: no bottle\nIt did not come (the lines above say why)')
  expect(asked()).toBe('install --quiet redis\ninstall --quiet redis\n')
})

test('where there is neither apt nor Homebrew, that is what is said', () => {
  expect(ensure('redis')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      'redis-server is missing and this system has neither apt nor Homebrew: install Redis',
    ),
  })
})
