import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

test('a query without a connection fails and says so, and is repeated when the device is online again', async () => {
  onlineManager.setOnline(false)
  const client = queryClient()
  client.mount()
  const queryFn = async () => {
    if (!onlineManager.isOnline()) throw new Error('offline')
    return 'balance'
  }
  const observer = new QueryObserver(client, { queryKey: ['wallet'], queryFn, retry: false })
  const stop = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  onlineManager.setOnline(true)
  await expect.poll(() => observer.getCurrentResult().data).toBe('balance')
  stop()
  client.unmount()
})
