import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import type { AuditLog } from '#lib/contract/audit/calls.ts'
import { auditActions, auditFields, auditSubjects, auditValues } from '#lib/contract/audit/constants.ts'
import { settingNames } from '#lib/contract/settings/constants.ts'

/** Keys whose values are in shillings. */
const money: readonly string[] = [
  'amount',
  'mpesa_collection',
  'mpesa_payout',
  'platform_revenue',
  'prize_pool',
  'royalty_pool',
  'suspense',
  'withdrawals_held',
]
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

export type AuditChange = { key: string; field: string; was: string; is: string }

/** An unknown key of a newer release is shown as it is. */
export function useAuditWords() {
  const t = useTranslations('AdminAudit')
  const settings = useTranslations('SystemSettings.names')
  const formats = useFormats()
  const monthTitle = useMonthTitle()

  const action = (key: string, fallback: string) => {
    const known = auditActions.find((one) => one === key)
    return known ? t(`actions.${known}`) : fallback
  }

  const subject = (row: AuditLog) => {
    const known = auditSubjects.find((one) => one === row.subject_type)
    if (!known) return row.affected_resource
    const setting = known === 'setting' ? settingNames.find((one) => one === row.subject_id) : undefined
    const named = row.subject_name ?? row.subject_id
    const name = setting ? settings(setting) : known === 'challenge' ? monthTitle(named) : named
    return t(`subjects.${known}`, { name })
  }

  const field = (key: string) => {
    const known = auditFields.find((one) => one === key)
    return known ? t(`fields.${known}`) : key.replaceAll('_', ' ')
  }

  const value = (row: AuditLog, key: string, given: unknown): string => {
    if (given === undefined || given === null) return ''
    if (typeof given === 'boolean') return t(given ? 'yes' : 'no')
    if (typeof given === 'number')
      return money.includes(key) ? formats.shillings(given) : formats.count(given)
    if (Array.isArray(given)) return given.map((one) => value(row, key, one)).join(', ')
    if (typeof given !== 'string') return JSON.stringify(given)
    const known = auditValues.find((one) => one === given)
    if (known) return t(`values.${known}`)
    return MOMENT.test(given) ? formats.moment(given) : (row.names[given] ?? given)
  }

  /** One entry per key of `before` and `after`, changed keys first. */
  const changes = (row: AuditLog): AuditChange[] =>
    [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])].map((key) => ({
      key,
      field: field(key),
      was: value(row, key, row.before?.[key]),
      is: value(row, key, row.after?.[key]),
    }))

  const sentence = ({ field: name, was, is }: AuditChange) =>
    was !== '' && was !== is
      ? t('change', { field: name, was, is: is || '–' })
      : t('set', { field: name, is })

  const who = (row: AuditLog) => (row.admin_username === 'System' ? t('system') : row.admin_username)

  return { action, subject, changes, sentence, who }
}
