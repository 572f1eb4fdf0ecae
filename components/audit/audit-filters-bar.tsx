import { useTranslations } from 'next-intl'
import { DayField } from '#components/desk/day-field.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { SearchField } from '#components/desk/search-field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import type { AuditFilters, AuditLogPage } from '#lib/contract/audit/calls.ts'
import { auditGroupNames } from '#lib/contract/audit/constants.ts'
import type { AuditFilter } from './use-audit.ts'
import { useAuditWords } from './use-audit-words.ts'

type AuditFiltersBarProps = {
  filters: AuditFilters
  actions: AuditLogPage['actions']
  onFilter: (name: AuditFilter, value: string) => void
}

export function AuditFiltersBar({ filters, actions, onFilter }: AuditFiltersBarProps) {
  const t = useTranslations('AdminAudit.filters')
  const words = useAuditWords()
  const chosen = filters.action ?? ''
  const groups = auditGroupNames.map((value) => ({ value, words: t(`groups.${value}`) }))
  const known =
    chosen === '' ||
    groups.some(({ value }) => value === chosen) ||
    actions.some(({ action_type }) => action_type === chosen)
  const options = actions
    .map((one) => ({ value: one.action_type, words: words.action(one.action_type, one.action_type_display) }))
    .sort((a, b) => a.words.localeCompare(b.words))
  return (
    <FilterFields
      active={countActive({ actor: filters.actor, action: chosen, from: filters.from, to: filters.to })}
    >
      <div className="flex items-end">
        <SearchField
          label={t('actor')}
          value={filters.actor ?? ''}
          onSearch={(words) => onFilter('actor', words)}
        />
      </div>
      <SelectField
        label={t('action')}
        className="min-w-0"
        value={chosen}
        onChange={(event) => onFilter('action', event.target.value)}
        options={[
          { value: '', words: t('anyAction') },
          ...groups,
          // A link may name an action that no entry has, or a group of actions.
          ...(known ? [] : [{ value: chosen, words: words.action(chosen, chosen) }]),
          ...options,
        ]}
      />
      <DayField
        label={t('from')}
        value={filters.from ?? ''}
        max={filters.to}
        onDay={(day) => onFilter('from', day)}
      />
      <DayField
        label={t('to')}
        value={filters.to ?? ''}
        min={filters.from}
        onDay={(day) => onFilter('to', day)}
      />
    </FilterFields>
  )
}
