import { useTranslations } from 'next-intl'
import type { Explained } from '#components/review/reason-form.tsx'
import { REMOVAL_REASON_MAX } from '#lib/contract/comments/constants.ts'

const templates = ['insult', 'spam', 'private', 'hate'] as const

export function useRemoval(): Explained {
  const t = useTranslations('Moderation')
  return {
    title: t('decision.title'),
    label: t('decision.reason'),
    hint: t('decision.reasonHint'),
    templates: templates.map((template) => t(`templates.${template}`)),
    maxLength: REMOVAL_REASON_MAX,
    missing: t('decision.reasonMissing'),
    send: t('decision.send'),
  }
}
