import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'

/** Says once that the dashboard did not load, beside what the tab itself shows. */
export function useLoadToast(isError: boolean): void {
  const t = useTranslations('Admin')
  useEffect(() => {
    if (isError) showToast({ title: t('loadFailed'), tone: 'bad' })
  }, [isError, t])
}
