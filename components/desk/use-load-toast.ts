import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'

/**
 * Reports once that the dashboard did not load, in addition to the tab. Not for a page that became empty
 * (404): the first one follows.
 */
export function useLoadToast(query: { isError: boolean; error: unknown }): void {
  const t = useTranslations('Admin')
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const isError = query.isError && !isGone
  useEffect(() => {
    if (isError) showToast({ title: t('loadFailed'), tone: 'bad' })
  }, [isError, t])
}
