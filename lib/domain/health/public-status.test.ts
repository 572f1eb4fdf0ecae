import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkNames, type HealthCheck, publicStatus } from '#lib/contract/health/calls.ts'
import { presentStatus } from './public-status.ts'

const at = '2026-11-24T09:00:00.000Z'
const well: HealthCheck[] = checkNames.map((name) => ({
  name,
  status: 'ok',
  latency_ms: 1,
  detail: 'a secret',
}))
const withOne = (name: HealthCheck['name'], status: HealthCheck['status']) =>
  well.map((check) => (check.name === name ? { ...check, status } : check))

test('all is well where every part is', () => {
  const told = presentStatus({ status: 'healthy', checked_at: at, checks: well })
  expect(told.status).toBe('healthy')
  expect(told.parts.every(({ status }) => status === 'ok')).toBe(true)
  expect(JSON.stringify(told)).not.toContain('secret')
})

test('a part is as bad as the worst that it rests on, and the whole says so', () => {
  const told = presentStatus({
    status: 'degraded',
    checked_at: at,
    checks: withOne('mpesa_circuit', 'failed'),
  })
  expect(told).toMatchObject({ status: 'degraded' })
  expect(told.parts.find(({ name }) => name === 'voting')?.status).toBe('failed')
  expect(told.parts.find(({ name }) => name === 'live')?.status).toBe('ok')
})

test('what only staff have to act on is no trouble of visitors', () => {
  const told = presentStatus({ status: 'degraded', checked_at: at, checks: withOne('backup', 'failed') })
  expect(told.status).toBe('healthy')
})

test('without the database it is down', () => {
  expect(
    presentStatus({ status: 'down', checked_at: at, checks: withOne('postgres', 'failed') }).status,
  ).toBe('down')
})

test('the words for which operators have it watched are there, until that part fails', () => {
  const document = readFileSync(path.join(import.meta.dirname, '../../../docs/operations/watch.md'), 'utf8')
  const watched = [...document.matchAll(/^\|[^|]+\| `("name":"(\w+)","status":"ok")` \|/gm)]
  expect(watched.map(([, , part]) => part)).toEqual(['voting', 'site', 'mail'])
  const answerWith = (checks: HealthCheck[]) =>
    JSON.stringify(publicStatus.answer?.parse(presentStatus({ status: 'healthy', checked_at: at, checks })))
  for (const [, words = ''] of watched) expect(answerWith(well)).toContain(words)
  for (const [name, part] of [
    ['worker', 'voting'],
    ['redis', 'site'],
    ['object_store', 'site'],
    ['mail', 'mail'],
  ] as const)
    expect(answerWith(withOne(name, 'failed'))).not.toContain(`"name":"${part}","status":"ok"`)
})
