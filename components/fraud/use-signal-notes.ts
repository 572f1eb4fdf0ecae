import { useTranslations } from 'next-intl'
import type { Explained } from '#components/review/reason-form.tsx'
import type { DecisionAction } from '#components/review/verbs.ts'
import { SIGNAL_NOTE_MAX } from '#lib/contract/fraud/constants.ts'

const templates = {
  approve: ['group', 'shared', 'shared_link'],
  reject: ['bought', 'own', 'jump'],
} as const

/**
 * Forms that explain each decision to colleagues and the audit. An escalated signal is never called harmless,
 * because its gifts may have been refunded.
 */
export function useSignalNotes(isOpen: boolean): Readonly<Record<DecisionAction, Explained>> {
  const t = useTranslations('Signals.decision')
  const shared = { label: t('note'), hint: t('noteHint'), maxLength: SIGNAL_NOTE_MAX }
  const state = isOpen ? 'open' : 'escalated'
  return {
    approve: {
      ...shared,
      title: t(`titles.${state}`),
      templates: isOpen ? templates.approve.map((template) => t(`templates.${template}`)) : [],
      missing: t(`missing.${state}`),
      send: t('sendDismissal'),
    },
    reject: {
      ...shared,
      title: t('titles.escalate'),
      templates: templates.reject.map((template) => t(`templates.${template}`)),
      missing: null,
      send: t('sendEscalation'),
    },
  }
}
