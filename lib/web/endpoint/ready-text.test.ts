import { expect, test } from 'vitest'
import { readyText, respondText } from './ready-text.ts'

const text = '{"title":"Baridi ya Juja 💃"}'
const respond = () => respondText(text, { status: 201, headers: { 'content-type': 'application/json' } })

test('has its whole text at hand, with status and headers', () => {
  const response = respond()
  expect(readyText(response)).toBe(text)
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(readyText(new Response(text))).toBeUndefined()
})

test('is read like every other response', async () => {
  expect(await respond().text()).toBe(text)
  expect(await respond().json()).toEqual(JSON.parse(text))
  expect(new TextDecoder().decode(await respond().bytes())).toBe(text)
  expect(new TextDecoder().decode(await respond().arrayBuffer())).toBe(text)
  expect(await (await respond().blob()).text()).toBe(text)
  expect(await new Response(respond().body).text()).toBe(text)
})

test('is read once, and as often as it is cloned', async () => {
  const response = respond()
  const clone = response.clone()
  expect(response.bodyUsed).toBe(false)
  await response.text()
  expect(response.bodyUsed).toBe(true)
  await expect(response.text()).rejects.toThrow(TypeError)
  expect(await clone.text()).toBe(text)
  expect(clone.status).toBe(201)
})
