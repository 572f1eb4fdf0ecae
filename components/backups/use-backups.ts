'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { fetchBackups, orderBackup, orderVerification } from '#lib/client/backups/backups-api.ts'
import { showToast } from '#lib/client/browser/toasts.ts'

/** While something is under way it is followed closely; otherwise the night's backup is seen within a minute. */
const FOLLOW_MS = 1_500
const LOOK_MS = 60_000

export function useBackups() {
  const t = useTranslations('Backups')
  const query = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => fetchBackups(signal),
    refetchInterval: ({ state }) =>
      state.data?.results.some(
        ({ status }) => status === 'making' || status === 'made' || status === 'verifying',
      )
        ? FOLLOW_MS
        : LOOK_MS,
  })
  const [isOrdering, setOrdering] = useState(false)
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())

  const attempt = async (work: () => Promise<unknown>, done: string, failed: string) => {
    try {
      await work()
      showToast({ title: done, tone: 'good' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      showToast({ title: failed, description, tone: 'bad' })
    }
    await query.refetch()
  }

  const order = async () => {
    setOrdering(true)
    await attempt(orderBackup, t('ordered'), t('orderFailed'))
    setOrdering(false)
  }

  const verify = async (id: string) => {
    setAsked((ids) => new Set([...ids, id]))
    await attempt(() => orderVerification(id), t('checkOrdered'), t('checkFailed'))
    setAsked((ids) => new Set([...ids].filter((one) => one !== id)))
  }

  const isMaking = query.data?.results.some(({ status }) => status === 'making') ?? false
  return { query, isOrdering, isMaking, order, verify, asked }
}
