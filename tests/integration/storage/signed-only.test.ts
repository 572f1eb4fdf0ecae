// The local object store, called as somebody calls it who has no key to it.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#lib/core/ids.ts'
import { closeStorage, headObject, putObject, readObject, signGet, signPut } from '#lib/core/storage.ts'

const { s3Endpoint, privateBucket, mediaBucket } = inject('services')
const content = { body: Buffer.from('an identity'), contentType: 'image/webp' }
const key = `kyc/${newId()}`
const at = { bucket: 'private', key } as const
const inMedia = { bucket: 'media', key: `avatars/${newId()}` } as const

beforeAll(async () => {
  await putObject(at, content)
  await putObject(inMedia, content)
})
afterAll(() => closeStorage())

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const answer = await fetch(`${s3Endpoint}${path}`, init)
  await answer.arrayBuffer()
  return answer.status
}

test.each([
  ['reads', `/${privateBucket}/${key}`, {}],
  ['looks at', `/${privateBucket}/${key}`, { method: 'HEAD' }],
  ['lists', `/${privateBucket}/`, {}],
  ['lists', `/${privateBucket}?list-type=2&prefix=kyc/`, {}],
  ['lists the buckets', '/', {}],
  ['writes', `/${privateBucket}/${key}`, { method: 'PUT', body: 'mine' }],
  ['writes with a form', `/${privateBucket}`, { method: 'POST', body: formWith(key) }],
  ['deletes', `/${privateBucket}/${key}`, { method: 'DELETE' }],
  ['deletes many', `/${privateBucket}?delete`, { method: 'POST', body: deletion(key) }],
  ['deletes the bucket', `/${privateBucket}`, { method: 'DELETE' }],
  ['opens it to all', `/${privateBucket}?policy`, { method: 'PUT', body: '{}' }],
  ['writes into the public one', `/${mediaBucket}/${inMedia.key}`, { method: 'PUT', body: '<html>' }],
  ['deletes from the public one', `/${mediaBucket}/${inMedia.key}`, { method: 'DELETE' }],
  ['lists the public one', `/${mediaBucket}`, {}],
  ['reads from the public one, which /media does', `/${mediaBucket}/${inMedia.key}`, {}],
  ['gives an empty signature', `/${privateBucket}/${key}?X-Amz-Signature=`, {}],
  ['gives an empty token', `/${privateBucket}/${key}`, { headers: { 'x-amz-security-token': 'a' } }],
] satisfies [string, string, RequestInit][])('who has no key and %s is refused', async (_, path, init) => {
  expect(await statusOf(path, init)).toBe(403)
  expect(Buffer.from(await readObject(at)).toString()).toBe('an identity')
  expect(await headObject(inMedia)).toMatchObject({ size: content.body.byteLength })
})

test('a signed link opens what it names, and nothing without its query, or with another name in it', async () => {
  const link = new URL(await signGet(at, 60))
  expect((await fetch(link)).status).toBe(200)
  expect(await statusOf(link.pathname)).toBe(403)
  expect(await statusOf(`/${privateBucket}/${key}x${link.search}`)).toBe(403)
  expect((await fetch(link, { method: 'DELETE' })).status).toBe(403)
})

test('a browser may ask whether it may put, and puts by its link', async () => {
  const to = { bucket: 'private', key: `kyc/${newId()}` } as const
  const link = await signPut(to, { contentType: 'image/webp', contentLength: 4 }, 60)
  const asked = await fetch(link, {
    method: 'OPTIONS',
    headers: { origin: 'http://127.0.0.1:3000', 'access-control-request-method': 'PUT' },
  })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  const put = await fetch(link, { method: 'PUT', body: 'mine', headers: { 'content-type': 'image/webp' } })
  expect(put.status).toBe(200)
})

function formWith(name: string): FormData {
  const form = new FormData()
  form.set('key', name)
  form.set('file', new Blob(['mine']))
  return form
}

function deletion(name: string): string {
  return `<Delete><Object><Key>${name}</Key></Object></Delete>`
}
