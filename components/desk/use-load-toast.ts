import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError } from '#lib/client/http/api.ts'

/** Shows no toast for a 404: the page became empty, and the list opens its first page. */
export function useLoadToast(query: { isError: boolean; error: unknown }): void {
  const t = useTranslations('Admin')
  const isGone = query.error instanceof ApiError && query.error.status === 404
  const isError = query.isError && !isGone
  useEffect(() => {
    if (isError) showToast({ title: t('loadFailed'), tone: 'bad' })
  }, [isError, t])
}
