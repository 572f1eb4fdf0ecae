import { expect, test } from 'vitest'
import { z } from 'zod'
import { callsAndFiles, downloads } from '#lib/contract/all.ts'
import { type Call, defineCall, nothing, statusesOf, uuid } from '#lib/contract/call.ts'
import { describeApi } from './openapi.ts'

test('every documented call is described under a name of its own', () => {
  const { openapi, paths = {} } = describeApi(callsAndFiles)
  expect(openapi).toMatch(/^3\.1\./)
  const operations = Object.values(paths).flatMap((path) => Object.values(path ?? {}))
  expect(operations).toHaveLength(callsAndFiles.length)
  const names = operations.map(({ operationId }: { operationId: string }) => operationId)
  expect(new Set(names).size).toBe(names.length)
})

// Outside production `endpoint` refuses every undocumented status, answer and field.
test('every call promises the statuses that its endpoint may answer, and no other', () => {
  const { paths = {} } = describeApi(callsAndFiles)
  const promised = (call: Call) => {
    const operations = Object.entries(paths[call.path] ?? {})
    const [, operation] = operations.find(([method]) => method === call.method.toLowerCase()) ?? []
    return Object.keys(operation?.responses ?? {})
  }
  const answered = (call: Call) => statusesOf(call).map(String).sort()
  expect(callsAndFiles.filter((call) => String(promised(call).sort()) !== String(answered(call)))).toEqual([])
})

test('a call is described with what it takes, what it answers, and how it may fail', () => {
  const call = defineCall('POST /things/{id}/', {
    group: 'Things',
    summary: 'Change a thing',
    access: ['super_admin'],
    params: z.object({ id: uuid }),
    body: z.object({ name: z.string().max(5) }),
    status: 202,
    answer: z.object({ done: z.boolean() }),
    idempotent: true,
  })
  const operation = describeApi([call]).paths?.['/things/{id}/']?.post
  expect(operation).toMatchObject({
    operationId: 'postThingsId',
    summary: 'Change a thing',
    security: [{ access: [] }],
    requestBody: {
      content: { 'application/json': { schema: { properties: { name: { type: 'string', maxLength: 5 } } } } },
    },
    responses: {
      202: { content: { 'application/json': { schema: { properties: { done: { type: 'boolean' } } } } } },
    },
  })
  expect(operation?.parameters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ in: 'path', name: 'id', required: true }),
      expect.objectContaining({
        in: 'header',
        name: 'Idempotency-Key',
        description: expect.stringContaining('Use a new random key for each.'),
      }),
    ]),
  )
  expect(Object.keys(operation?.responses ?? {})).toEqual([
    '202',
    '400',
    '401',
    '403',
    '404',
    '409',
    '413',
    '422',
    '429',
    '500',
  ])
})

test('a call that takes nothing has no body, and its errors are those of everybody', () => {
  const call = defineCall('GET /all/', { group: 'All', summary: 'All', answer: nothing })
  const operation = describeApi([call]).paths?.['/all/']?.get
  expect(operation).not.toHaveProperty('requestBody')
  // Open calls read a token if sent (docs/decisions/0016).
  expect(operation).toMatchObject({ security: [{}, { access: [] }] })
  expect(Object.keys(operation?.responses ?? {})).toEqual(['200', '401', '500'])
})

test('what begins a session asks for no token', () => {
  const { paths = {} } = describeApi(callsAndFiles)
  expect(paths['/users/auth/login/']?.post).not.toHaveProperty('security')
})

test('a call that answers nothing promises no body, and what is not ready says what is away', () => {
  const { paths = {} } = describeApi(callsAndFiles)
  const removed = paths['/videos/{id}/comments/{commentId}/']?.delete?.responses?.['204']
  expect(removed).toEqual({ description: 'Done' })
  const ready = paths['/ready/']?.get?.responses
  expect(ready?.['503']).toMatchObject({
    content: { 'application/json': { schema: { properties: { status: {}, checks: {} } } } },
  })
})

test('every file is described with its type, its filters and who may have it', () => {
  const { paths = {} } = describeApi(callsAndFiles)
  const types = Object.values(downloads).map(({ path }) => [
    path.replace(/.*\./, ''),
    Object.keys(paths[path]?.get?.responses?.['200']?.content ?? {}),
  ])
  const kinds = { csv: 'text/csv', pdf: 'application/pdf', journal: 'text/plain', beancount: 'text/plain' }
  expect(types).toEqual(types.map(([end]) => [end, [kinds[end as keyof typeof kinds]]]))
  const ledger = paths['/admin/ledger.journal']?.get
  expect(ledger).toMatchObject({ security: [{ access: [] }], description: 'For super_admin.' })
  expect(ledger?.parameters).toEqual([expect.objectContaining({ in: 'query', name: 'month' })])
  expect(paths['/admin/month-reports/{month}/report.pdf']?.get?.parameters).toEqual([
    expect.objectContaining({ in: 'path', name: 'month' }),
  ])
})

test('an id is described as one, whatever its letters', () => {
  const { paths = {} } = describeApi(callsAndFiles)
  expect(paths['/gifts/{id}/']?.get?.parameters).toEqual([
    expect.objectContaining({ name: 'id', schema: expect.objectContaining({ format: 'uuid' }) }),
  ])
})

test('a rule of one call is described where it refuses', () => {
  const { paths = {} } = describeApi(callsAndFiles)
  const statuses = (method: 'get' | 'post' | 'patch' | 'delete', path: string) =>
    Object.keys(paths[path]?.[method]?.responses ?? {})
  expect(statuses('post', '/users/auth/login/')).toEqual(expect.arrayContaining(['401', '403']))
  expect(statuses('post', '/users/profiles/submit_my_kyc/')).toEqual(expect.arrayContaining(['400', '409']))
  expect(statuses('patch', '/users/profiles/{id}/')).toContain('409')
  expect(statuses('post', '/videos/submit/')).toContain('409')
  expect(statuses('post', '/gifts/claim/')).toContain('404')
  expect(statuses('post', '/gifts/{id}/prompt/')).toContain('409')
  expect(statuses('delete', '/tracking/tracks/{id}/')).toContain('409')
  expect(statuses('post', '/users/kyc/uploads/{id}/complete/')).toContain('400')
  expect(statuses('post', '/test-vote/')).toContain('404')
  expect(statuses('get', '/videos/challenges/current/')).toContain('404')
})
