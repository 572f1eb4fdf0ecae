'use client'

import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'

/** Opens its row; the whole row can be pressed. */
export function OpenButton({ what, onOpen }: { what: string; onOpen: () => void }) {
  const t = useTranslations('Officer')
  return (
    <button
      type="button"
      data-open=""
      aria-label={t('reviewWhat', { what })}
      aria-keyshortcuts="Enter"
      onClick={onOpen}
      className={buttonStyle({ className: 'px-4! after:absolute after:inset-0' })}
    >
      {t('review')}
    </button>
  )
}
