import { useTranslations } from 'next-intl'
import { REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import type { Explained } from './reason-form.tsx'

/** @param missing error if the reason is empty */
export function useRejection(templates: readonly string[], missing: string): Explained {
  const t = useTranslations('Review')
  return {
    title: t('reasonTitle'),
    label: t('reason'),
    hint: t('reasonHint'),
    templates,
    maxLength: REVIEW_REASON_MAX,
    missing,
    send: t('rejectAndMail'),
  }
}
