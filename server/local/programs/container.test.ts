// A program that records its words stands in for Docker's.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findEngine, runInContainer } from './container.mjs'
import { nginx, type Program, redis } from './needed.mjs'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'ngoma-container-'))
  mkdirSync(path.join(directory, 'engines'))
  vi.stubEnv('PATH', `${path.join(directory, 'engines')}:/usr/bin:/bin`)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

function addEngine(name: string, script: string) {
  writeFileSync(path.join(directory, 'engines', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}
const records = 'for word in "$@"; do printf "%s|" "$word"; done; echo'

/** What the engine is asked when the program is run. */
function wordsOf(program: Program, args: string[]): string[] {
  expect(runInContainer(program, directory)).toBeUndefined()
  const file = path.join(directory, 'bin', program.names[0] ?? '')
  return spawnSync(file, args, { encoding: 'utf8' }).stdout.trim().split('|').slice(0, -1)
}

const person = ['--user', `${process.getuid?.()}:${process.getgid?.()}`]

test('Redis gets its port and its folder of this machine, under a name that a killed start left behind', () => {
  addEngine('docker', `[ "$1" = rm ] && echo "$3" > "${directory}/removed"; ${records}`)
  const args = ['--port', '6401', '--bind', '127.0.0.1', '--dir', '/data of mine', '--save', '']
  expect(wordsOf(redis, args)).toEqual([
    ...['run', '--rm', '--name', 'ngoma-redis-6401', ...person, '--publish', '127.0.0.1:6401:6401'],
    ...['--volume', '/data of mine:/data of mine', 'redis:8', 'redis-server', ...args],
    ...['--bind', '0.0.0.0', '--protected-mode', 'no'],
  ])
  expect(wordsOf(redis, ['--version'])).toEqual(['run', '--rm', 'redis:8', 'redis-server', '--version'])
})

test('nginx gets the folder of its configuration and the network of this machine, which only Linux can give', () => {
  addEngine('docker', records)
  if (process.platform === 'linux') {
    expect(wordsOf(nginx, ['-e', 'stderr', '-c', '/a b/nginx.conf'])).toEqual([
      ...['run', '--rm', '--network', 'host', ...person, '--volume', '/a b:/a b', 'nginx:1.29', 'nginx'],
      ...['-e', 'stderr', '-c', '/a b/nginx.conf'],
    ])
  } else {
    expect(runInContainer(nginx, directory)).toBe('no engine answers')
  }
})

test('an engine that does not answer is passed over, and Podman keeps the user as it is', () => {
  addEngine('docker', 'exit 1')
  addEngine('podman', records)
  expect(findEngine({ name: 'redis:8', shares: 'a port' })).toBe('podman')
  expect(wordsOf(redis, ['--port', '1'])).toContain('--userns=keep-id')
  addEngine('podman', 'exit 1')
  expect(runInContainer(redis, directory)).toBe('no engine answers')
})
