'use client'

import { useTranslations } from 'next-intl'
import type { KycDraft } from './use-kyc-draft.ts'

/** Says whether what was typed is kept; its place is kept too. */
export function SavingNote({ saving }: { saving: KycDraft['saving'] }) {
  const t = useTranslations('Kyc')
  const words = { idle: '', saving: t('saving'), saved: t('saved'), failed: t('notSaved') }
  return (
    <p
      role="status"
      className={`min-h-6 text-center text-sm ${saving === 'failed' ? 'font-semibold text-alarm' : 'text-soft'}`}
    >
      {words[saving]}
    </p>
  )
}
