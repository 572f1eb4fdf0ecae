'use client'

import { RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { GateCard } from './gate-card.tsx'

/** Paid, and the draw is still to come; the tracks arrive by themselves, the button is for the impatient. */
export function WaitingGate({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const t = useTranslations('Upload')
  const [isAsking, setIsAsking] = useState(false)
  const refresh = async () => {
    setIsAsking(true)
    await onRefresh()
    setIsAsking(false)
  }
  return (
    <GateCard
      title={t('waiting.title')}
      action={
        <Button size="large" onClick={refresh} aria-busy={isAsking}>
          <RotateCw aria-hidden="true" className={`size-5 ${isAsking ? 'animate-spin' : ''}`} />
          {t('waiting.refresh')}
        </Button>
      }
    >
      <p>{t('waiting.detail')}</p>
    </GateCard>
  )
}
