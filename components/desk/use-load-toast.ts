import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'

/**
 * Says once that the dashboard did not load, beside what the tab itself shows. A page that emptied while one worked (404) is
 * nothing to be told of: the first one follows.
 */
export function useLoadToast(query: { isError: boolean; error: unknown }): void {
  const t = useTranslations('Admin')
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const isError = query.isError && !isGone
  useEffect(() => {
    if (isError) showToast({ title: t('loadFailed'), tone: 'bad' })
  }, [isError, t])
}
