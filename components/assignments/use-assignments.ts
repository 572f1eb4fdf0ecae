'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { assignToAll, assignToOne, fetchAssignmentDesk } from '#lib/client/assignments/assignments-api.ts'
import { showToast } from '#lib/client/browser/toasts.ts'

/** The assignments of the month, and the draws by hand; after each, what is shown is asked anew. */
export function useAssignments() {
  const t = useTranslations('Assignments.toasts')
  const query = useQuery({
    queryKey: ['track-assignments'],
    queryFn: ({ signal }) => fetchAssignmentDesk(signal),
  })
  const [isAssigningAll, setAssigningAll] = useState(false)
  const [assigning, setAssigning] = useState<ReadonlySet<string>>(new Set())

  const tell = async (work: () => Promise<{ message: string }>, failed: string) => {
    try {
      const { message } = await work()
      showToast({ title: message, tone: 'good' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      showToast({ title: failed, description, tone: 'bad' })
    }
    await query.refetch()
  }

  const assignAll = async () => {
    setAssigningAll(true)
    await tell(assignToAll, t('allFailed'))
    setAssigningAll(false)
  }

  const assignOne = async ({ id }: { id: string }) => {
    const challengeId = query.data?.challenge?.id
    if (challengeId === undefined) return
    setAssigning((ids) => new Set([...ids, id]))
    await tell(() => assignToOne(id, challengeId), t('oneFailed'))
    setAssigning((ids) => new Set([...ids].filter((one) => one !== id)))
  }

  return { query, isAssigningAll, assigning, assignAll, assignOne }
}
