// What keeps `npm start` from coming up is told in one sentence.
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/local/config.ts'
import { findFreePorts } from '#server/local/free-port.ts'
import { startPostgres } from '#server/local/postgres.ts'
import { countPlaywright, countVitest } from '#tests/run/counts.ts'
import { throwAwayConfig } from '#tests/support/throw-away-config.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'ngoma-words-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const root = path.join(import.meta.dirname, '../../..')
const bootstrap = path.join(root, 'server/local/bootstrap.mjs')

test('a system without Redis and without apt', () => {
  symlinkSync(process.execPath, path.join(directory, 'node'))
  const { status, stderr } = spawnSync(process.execPath, [bootstrap, 'start'], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: directory, NGOMA_DATA_DIR: path.join(directory, 'data') },
  })
  expect(stderr.trim()).toBe(
    'redis-server is missing and this system has neither apt nor Homebrew: install Redis, or give the address of one in REDIS_URL, and start again.',
  )
  expect(status).toBe(1)
})

test('a Node in node_modules that does not run keeps nothing from starting', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const folder of ['server/local', 'node_modules/.bin']) {
    mkdirSync(path.join(directory, folder), { recursive: true })
  }
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ scripts }))
  writeFileSync(path.join(directory, 'node_modules/.bin/node'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  writeFileSync(path.join(directory, 'server/local/bootstrap.mjs'), 'console.log(...process.argv.slice(2))\n')
  const run = (command: string) =>
    spawnSync('npm', ['run', '--silent', command], { cwd: directory, encoding: 'utf8' }).stdout.trim()
  const commands = ['start', 'dev', 'test', 'bench', 'simulate:month']
  expect(commands.map(run)).toEqual(['start', 'dev', 'test', 'bench', 'simulate'])
})

test('a port that somebody else has', async () => {
  const [web = 0, realtime = 0, worker = 0, simulator = 0, s3 = 0, mailPage = 0] = await findFreePorts(6)
  const ports = {
    WEB_PORT: String(web),
    REALTIME_PORT: String(realtime),
    WORKER_PORT: String(worker),
    SIMULATOR_PORT: String(simulator),
    S3_PORT: String(s3),
    MAIL_PAGE_PORT: String(mailPage),
  }
  const config = await readConfig(ports)
  expect(config.settings).toMatchObject({ PUBLIC_URL: `http://127.0.0.1:${web}`, MPESA_SIMULATOR: 'true' })

  const other = net.createServer()
  await new Promise<void>((resolve) => other.listen(web, '127.0.0.1', resolve))
  await expect(readConfig(ports)).rejects.toThrow(
    `Port ${web}, meant for the web pages, is taken by another program: end it, or start with WEB_PORT=<a free port>.`,
  )
  other.close()
})

test('data of another PostgreSQL', async () => {
  const { ports } = await throwAwayConfig(directory)
  const data = path.join(directory, 'postgres')
  mkdirSync(data)
  writeFileSync(path.join(data, 'PG_VERSION'), '17\n')
  await expect(startPostgres({ dataDir: directory, port: ports.postgres })).rejects.toThrow(
    `${data} belongs to PostgreSQL 17, this is 18: move it away and start again.`,
  )
  expect(readdirSync(data)).toEqual(['PG_VERSION'])
})

test('addresses that are given replace the parts', async () => {
  const [web = 0, realtime = 0, worker = 0] = await findFreePorts(3)
  const given = {
    DATABASE_URL: 'postgresql://db.example/ngoma',
    REDIS_URL: 'redis://cache.example',
    S3_ENDPOINT: 'https://s3.example',
    SMTP_URL: 'smtp://mail.example',
    MPESA_BASE_URL: 'https://sandbox.safaricom.co.ke',
  }
  const own = { WEB_PORT: String(web), REALTIME_PORT: String(realtime), WORKER_PORT: String(worker) }
  const config = await readConfig({ ...own, ...given })
  expect(config.given).toEqual(given)
  expect(config.settings).toMatchObject({ ...given, MPESA_SIMULATOR: 'false' })
})

test('the sum of a test run names what failed, and counts files that could not even be read', () => {
  const file = path.join(directory, 'report.json')
  const test = (fullName: string, failure?: string) => ({
    fullName,
    status: failure === undefined ? 'passed' : 'failed',
    failureMessages: failure === undefined ? [] : [failure],
  })
  const inRoot = (name: string) => path.join(import.meta.dirname, '../../..', name)
  const results = [
    {
      name: inRoot('a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [test('adds'), test('takes', '\u001b[31mError: 1 is not 2\n    at line 3')],
    },
    { name: inRoot('b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
  ]
  writeFileSync(file, JSON.stringify({ numPassedTests: 1, testResults: results }))
  expect(countVitest(file, 1)).toEqual({
    passed: 1,
    failed: 2,
    failures: ['a.test.ts › takes\n    Error: 1 is not 2', 'b.test.ts\n    no such module'],
  })

  const again = { title: 'pays', ok: true, file: 'c.spec.ts', line: 7 }
  const flaky = { status: 'flaky', results: [{ errors: [{ message: 'late' }] }, { errors: [] }] }
  const suites = [{ suites: [{ specs: [{ ...again, tests: [flaky] }] }] }]
  writeFileSync(file, JSON.stringify({ stats: { expected: 3 }, suites, errors: [] }))
  expect(countPlaywright(file, 0)).toEqual({
    passed: 3,
    failed: 1,
    failures: ['c.spec.ts:7 › pays\n    late'],
  })
  expect(countPlaywright(path.join(directory, 'none.json'), 1)).toMatchObject({ passed: 0, failed: 1 })
})
