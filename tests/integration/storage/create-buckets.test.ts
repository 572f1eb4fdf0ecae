// The stores of the tests know no versions, so what a store that does is asked for is seen at one that only takes notes.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')
const there = new Set<string>()
/** What the store answers whoever looks for a bucket, where it is not whether it is there. */
let seen: number | null = null
let asked: { what: string; body: string }[] = []

const store = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://store')
  const bucket = pathname.replaceAll('/', '')
  const rule = ['versioning', 'lifecycle', 'cors'].find((name) => searchParams.has(name))
  const what = [request.method, bucket, ...(rule ? [rule] : [])].join(' ')
  asked.push({ what, body: await text(request) })
  if (request.method === 'HEAD') response.statusCode = seen ?? (there.has(bucket) ? 200 : 404)
  if (request.method === 'PUT') there.add(bucket)
  response.end(
    request.method === 'GET'
      ? '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
      : undefined,
  )
})

beforeAll(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => store.close())

async function createBuckets(): Promise<string> {
  asked = []
  const { port } = store.address() as AddressInfo
  const { stdout } = await promisify(execFile)(process.execPath, ['deploy/create-buckets.ts'], {
    cwd: root,
    env: {
      ...process.env,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_MEDIA_BUCKET: 'm',
      S3_PRIVATE_BUCKET: 'p',
    },
  })
  return stdout
}

const bodyOf = (what: string) => asked.find((one) => one.what === what)?.body

test('a bucket that is made keeps former versions for a month, and one that is there keeps its rules', async () => {
  expect(await createBuckets()).toContain(
    'Bucket m is there, takes uploads from the pages, and keeps former versions.',
  )
  for (const bucket of ['m', 'p']) {
    expect(bodyOf(`PUT ${bucket} versioning`)).toContain('<Status>Enabled</Status>')
    expect(bodyOf(`PUT ${bucket} lifecycle`)).toContain('<NoncurrentDays>30</NoncurrentDays>')
  }
  await createBuckets()
  const changed = asked.map(({ what }) => what).filter((what) => what.startsWith('PUT'))
  expect(changed).toEqual(['PUT m cors', 'PUT p cors'])
})

test('a bucket that the key may not look at is not made, because it may be there with rules of its own', async () => {
  seen = 403
  await expect(createBuckets()).rejects.toThrow('It cannot be seen whether the bucket m is there')
  seen = null
  expect(asked.map(({ what }) => what)).toEqual(['HEAD m'])
})
