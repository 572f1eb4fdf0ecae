'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { moveIntoNextPhase } from '#lib/client/challenges/months-api.ts'
import type { RunningMonth } from '#lib/contract/challenges/calls.ts'

type PhaseDialogProps = { month: RunningMonth; onClose: () => void; onMoved: () => unknown }

/** There is no way back from a phase: what will happen is said, and the month's name is typed. */
export function PhaseDialog({ month, onClose, onMoved }: PhaseDialogProps) {
  const t = useTranslations('Months')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const move = async () => {
    setBusy(true)
    try {
      await moveIntoNextPhase(month)
      showToast({
        title: t('moved', { title: month.title, phase: t(`phases.${month.next_phase}`) }),
        tone: 'good',
      })
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('moveFailed'))
      setBusy(false)
    }
    onMoved()
  }
  return (
    <ConfirmDialog
      title={t(`moves.${month.next_phase}.title`)}
      description={t(`moves.${month.next_phase}.detail`)}
      confirm={t(`moves.${month.next_phase}.button`)}
      typed={{ label: t('typeTitle'), words: month.title }}
      isBusy={isBusy}
      problem={problem}
      onConfirm={move}
      onClose={onClose}
    />
  )
}
