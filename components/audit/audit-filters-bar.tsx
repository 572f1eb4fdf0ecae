import { useTranslations } from 'next-intl'
import { SearchField } from '#components/desk/search-field.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import type { AuditFilters, AuditLogPage } from '#lib/contract/audit/calls.ts'
import type { AuditFilter } from './use-audit.ts'

type AuditFiltersBarProps = {
  filters: AuditFilters
  actions: AuditLogPage['actions']
  onFilter: (name: AuditFilter, value: string) => void
}

/** Who, what and when; the address keeps them. */
export function AuditFiltersBar({ filters, actions, onFilter }: AuditFiltersBarProps) {
  const t = useTranslations('AdminAudit.filters')
  const chosen = filters.action ?? ''
  const known = actions.some(({ action_type }) => action_type === chosen) || chosen === ''
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="sr-only">{t('label')}</legend>
      <SearchField
        label={t('actor')}
        value={filters.actor ?? ''}
        onSearch={(words) => onFilter('actor', words)}
      />
      <SelectField
        label={t('action')}
        className="w-full sm:w-60"
        value={chosen}
        onChange={(event) => onFilter('action', event.target.value)}
        options={[
          { value: '', words: t('anyAction') },
          // A link may name what nobody has done yet, or a whole kind.
          ...(known ? [] : [{ value: chosen, words: chosen }]),
          ...actions.map((one) => ({ value: one.action_type, words: one.action_type_display })),
        ]}
      />
      <Field
        label={t('from')}
        className="min-w-36 flex-1 sm:max-w-48"
        type="date"
        value={filters.from ?? ''}
        max={filters.to}
        onChange={(event) => onFilter('from', event.target.value)}
      />
      <Field
        label={t('to')}
        className="min-w-36 flex-1 sm:max-w-48"
        type="date"
        value={filters.to ?? ''}
        min={filters.from}
        onChange={(event) => onFilter('to', event.target.value)}
      />
    </fieldset>
  )
}
