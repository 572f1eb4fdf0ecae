import { expect, test } from 'vitest'
import { shownCall } from '#tests/support/shown-call.tsx'
import { renewAnswers } from './renew-answers.ts'

const queryKey = ['tracks']

test('a first answer from before the change does not stand for the one after it', async () => {
  const { client, observer, requests, stop } = shownCall<string>(queryKey)
  const renewing = renewAnswers(client, queryKey)
  requests[0]?.resolve('before')
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.resolve('after')
  await renewing
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isError: false, fetchStatus: 'idle' })
  stop()
})

test('a later answer from before the change does not, either', async () => {
  const { client, observer, requests, stop } = shownCall<string>(queryKey)
  requests[0]?.resolve('known')
  await expect.poll(() => observer.getCurrentResult().data).toBe('known')
  void observer.refetch()
  const renewing = renewAnswers(client, queryKey)
  requests[1]?.resolve('before')
  await expect.poll(() => requests.length).toBe(3)
  requests[2]?.resolve('after')
  await renewing
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})

test('many changes while an answer is under way are one request more, and what fails is asked for again', async () => {
  const { client, observer, requests, stop } = shownCall<string>(queryKey)
  const renewing = Promise.all([1, 2, 3, 4].map(() => renewAnswers(client, queryKey)))
  expect(requests).toHaveLength(1)
  requests[0]?.reject(new Error('the connection is lost'))
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.resolve('after')
  await renewing
  expect(requests).toHaveLength(2)
  expect(observer.getCurrentResult().data).toBe('after')
  stop()
})

test('what nobody looks at is asked for when it is looked at again', async () => {
  const { client, observer, requests, stop } = shownCall<string>(queryKey)
  requests[0]?.resolve('known')
  await expect.poll(() => observer.getCurrentResult().data).toBe('known')
  stop()
  await renewAnswers(client, queryKey)
  expect(requests).toHaveLength(1)
  expect(client.getQueryState(queryKey)).toMatchObject({ data: 'known', isInvalidated: true })
})
