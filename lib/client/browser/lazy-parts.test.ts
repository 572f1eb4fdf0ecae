import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let page: EventTarget

beforeEach(() => {
  vi.resetModules()
  page = new EventTarget()
  vi.stubGlobal('window', page)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Each call of `load` waits in `calls` until the test ends it. */
async function startPart() {
  const { loadWithRetry, missingParts } = await import('./lazy-parts.ts')
  const calls: PromiseWithResolvers<string>[] = []
  const loaded = loadWithRetry(() => {
    const call = Promise.withResolvers<string>()
    calls.push(call)
    return call.promise
  })
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  return { loaded, calls, missingParts, fail: (at: number) => calls[at]?.reject(missingError()) }
}

const missingError = () => Object.assign(new Error('Failed to load chunk 1.js'), { name: 'ChunkLoadError' })

test('a part that failed is loaded again when the browser is online again', async () => {
  const { loaded, calls, missingParts, fail } = await startPart()
  fail(0)
  await vi.waitFor(() => expect(missingParts.isAny()).toBe(true))
  expect(calls).toHaveLength(1)
  page.dispatchEvent(new Event('online'))
  calls[1]?.resolve('part')
  expect(await loaded).toBe('part')
  expect(missingParts.isAny()).toBe(false)
})

test('a part whose request fails after the reconnection is loaded again by itself, once', async () => {
  const { loaded, calls, missingParts, fail } = await startPart()
  page.dispatchEvent(new Event('online'))
  fail(0)
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(missingParts.isAny()).toBe(false)

  fail(1)
  await vi.waitFor(() => expect(missingParts.isAny()).toBe(true))
  expect(calls).toHaveLength(2)
  page.dispatchEvent(new Event('online'))
  calls[2]?.resolve('part')
  expect(await loaded).toBe('part')
})
