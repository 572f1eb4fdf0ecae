// web, worker and realtime as processes, in environments of production: each refuses a bad one by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { env } from '#lib/core/env.ts'
import { needed, needsOf } from '#lib/core/production/needs.ts'
import { findFreePorts } from '#server/local/free-port.ts'
import { productionEnvironment, secretFor } from '#tests/support/production-environment.ts'
import { createProductionLogin, dropProductionLogin } from '#tests/support/production-login.ts'
import { until } from '#tests/support/until.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const mains = { web: 'server/web/main.ts', worker: 'workers/main.ts', realtime: 'server/realtime/main.ts' }
const processes = ['web', 'worker', 'realtime'] as const

const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** What Node itself reads: it finds compiled what has started before. */
const ofNode = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' }

/** Starts a process in this environment alone. */
function start(name: (typeof processes)[number], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [path.join(root, mains[name])], {
    cwd: root,
    env: { ...ofNode, NODE_ENV: 'production', ...environment },
  })
  running.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += chunk))
  child.stderr.on('data', (chunk) => (output.err += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  return { child, ended, hasEnded: () => child.exitCode !== null }
}

/** What docker-compose.yml gives its processes, for production. */
const demo = {
  NGOMA_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  DATABASE_URL: 'postgresql://ngoma:ngoma@postgres:5432/ngoma',
  REDIS_URL: 'redis://redis:6379',
  S3_ENDPOINT: 'http://s3:8333',
  S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:3003',
  S3_ACCESS_KEY_ID: 'ngoma',
  S3_SECRET_ACCESS_KEY: 'ngoma-demo-secret',
  SMTP_URL: 'smtp://mail:1025',
  MPESA_BASE_URL: 'http://simulator:3002',
  MPESA_SIMULATOR: 'true',
  MPESA_CALLBACK_BASE_URL: 'http://web:3000',
  MPESA_CALLBACK_SOURCES: '10.77.0.10',
  AUTH_SECRET: secretFor('everything'),
  KYC_KEY: secretFor('everything'),
  BACKUP_KEY: 'a'.repeat(31),
  MPESA_PASSKEY: 'simulator-passkey',
}

describe.each(processes)('%s', (name) => {
  test('does not start as the demo, and says all that is wrong without one secret', async () => {
    const { code, out, err } = await start(name, demo).ended
    expect(code).toBe(1)
    expect(out).toBe('')
    const [first, ...lines] = err.trimEnd().split('\n')
    expect(first).toBe('The environment is not usable.')
    for (const line of lines) expect(line).toMatch(/^ {2}[A-Z0-9_]+(, [A-Z0-9_]+)*: .+: .+\.?$/)
    expect([...new Set(lines.flatMap((line) => line.trim().split(':')[0] ?? []))].sort()).toEqual([
      'AUTH_SECRET, KYC_KEY',
      'BACKUP_KEY',
      'DATABASE_URL',
      'MAIL_FROM',
      'MPESA_BASE_URL',
      'MPESA_CALLBACK_BASE_URL',
      'MPESA_CALLBACK_SECRET',
      'MPESA_CALLBACK_SOURCES',
      'MPESA_CERTIFICATE',
      'MPESA_CONSUMER_KEY',
      'MPESA_CONSUMER_SECRET',
      'MPESA_INITIATOR_NAME',
      'MPESA_INITIATOR_PASSWORD',
      'MPESA_PASSKEY',
      'MPESA_SHORTCODE',
      'MPESA_SIMULATOR',
      'PUBLIC_URL',
      'S3_ACCESS_KEY_ID',
      'S3_PUBLIC_ENDPOINT',
      'S3_SECRET_ACCESS_KEY',
      'SMTP_URL',
    ])
    for (const secret of [demo.AUTH_SECRET, demo.BACKUP_KEY, demo.MPESA_PASSKEY, demo.S3_SECRET_ACCESS_KEY])
      expect(err).not.toContain(secret)
  })
})

describe('in a good environment', () => {
  let good: Record<string, string>
  let ports: { web: number; realtime: number; worker: number }
  beforeAll(async () => {
    const [web = 0, realtime = 0, worker = 0, nobody = 0] = await findFreePorts(4)
    ports = { web, realtime, worker }
    good = {
      ...productionEnvironment,
      DATABASE_URL: await createProductionLogin(),
      BACKUP_DATABASE_URL: '',
      REDIS_URL: env.REDIS_URL,
      REDIS_PREFIX: env.REDIS_PREFIX,
      S3_ENDPOINT: `http://127.0.0.1:${nobody}`,
      SMTP_URL: `smtp://127.0.0.1:${nobody}`,
      WEB_PORT: String(web),
      REALTIME_PORT: String(realtime),
      WORKER_PORT: String(worker),
      // Nothing reaches M-Pesa or YouTube: their calls go to a proxy that is not there.
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: `http://127.0.0.1:${nobody}`,
    }
  })
  afterAll(dropProductionLogin)

  const answers = (port: number, target: string) =>
    fetch(`http://127.0.0.1:${port}${target}`).then(
      ({ ok }) => ok,
      () => false,
    )

  // Both answer before they have done what waited for their start, and shut down gracefully from then on.
  const isUp = (name: 'worker' | 'realtime') =>
    name === 'worker' ? answers(ports.worker, '/health') : answers(ports.realtime, '/health/')

  test.each(['worker', 'realtime'] as const)('%s starts, and shuts down gracefully', async (name) => {
    const { child, ended, hasEnded } = start(name, good)
    await until(`${name} is up`, async () => hasEnded() || isUp(name))
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  test.each(['worker', 'realtime'] as const)('%s starts with nothing but what it needs', async (name) => {
    const foreign = Object.keys(needed).filter((one) => !needsOf(name).some((own) => own === one))
    const own = Object.fromEntries(Object.entries(good).filter(([one]) => !foreign.includes(one)))
    const { child, ended, hasEnded } = start(name, { ...own, NGOMA_PROCESS: name })
    await until(`${name} is up`, async () => hasEnded() || isUp(name))
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  test('worker does not start with so few connections that its turns could keep all of them', async () => {
    const { code, out, err } = await start('worker', { ...good, DATABASE_POOL: '4' }).ended
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(
      /^The environment is not usable\.\n {2}DATABASE_POOL: is 4, where a worker needs 5 or more: .+\n$/,
    )
  })

  test('web goes on to its pages, which a tree without a build does not have', async () => {
    const { child, ended, hasEnded } = start('web', good)
    await until('web is up or misses its build', async () => hasEnded() || answers(ports.web, '/api/health/'))
    child.kill('SIGTERM')
    const { code, out, err } = await ended
    expect(out + err).not.toContain('environment')
    expect(code === 0 || /production build/.test(out + err)).toBe(true)
  })
})
