import { useTranslations } from 'next-intl'
import { DayRange, useDayRange } from '#components/desk/day-range.tsx'
import { FilterFields } from '#components/desk/filter-fields.tsx'
import { STATUS_PARAM } from '#components/desk/status-filter.tsx'
import { PAGE_PARAM, useTableAddress } from '#components/desk/use-table-address.ts'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, useAddressParam } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import type { ListedSignalStatus } from '#lib/contract/fraud/calls.ts'
import { signalKinds } from '#lib/contract/fraud/constants.ts'
import { useIsSuperAdmin } from './use-is-super-admin.ts'

type Statuses = readonly [ListedSignalStatus, ...ListedSignalStatus[]]
const decided = ['dismissed', 'released', 'refunded', 'closed'] as const

/** The first status is the default: the signals that the tab's badge counts. */
const statusesOf: Readonly<Record<'officer' | 'superAdmin', Statuses>> = {
  officer: ['open', 'held', 'waiting', 'escalated', ...decided],
  superAdmin: ['waiting', 'open', 'held', 'escalated', ...decided],
}

export function useSignalStatuses(): Statuses {
  return statusesOf[useIsSuperAdmin() ? 'superAdmin' : 'officer']
}

const anyKind = ['any', ...signalKinds] as const
const KIND_PARAM = 'kind'

/** The address's filters besides the status. */
export function useSignalFilters() {
  const chosen = useAddressParam(KIND_PARAM, anyKind, 'any')
  const days = useDayRange()
  const { search } = useTableAddress(['usual'])
  const kind = chosen === 'any' ? undefined : chosen
  const active = [kind, days.from, days.to].filter(Boolean).length
  return { days, filters: { kind, from: days.from, to: days.to, search }, active }
}

type SignalFiltersProps = {
  shown: ReturnType<typeof useSignalFilters>
  statuses: Statuses
  status: ListedSignalStatus
}

export function SignalFilters({ shown: { days, filters, active }, statuses, status }: SignalFiltersProps) {
  const t = useTranslations('Signals')
  const [usual] = statuses
  const choose = (changes: Record<string, string | null>) =>
    visit(addressWith({ ...changes, [PAGE_PARAM]: null }))
  return (
    <FilterFields
      active={active + (status === usual ? 0 : 1)}
      onClear={() => choose({ [STATUS_PARAM]: null, [KIND_PARAM]: null, from: null, to: null })}
    >
      <SelectField
        label={t('filter')}
        className="min-w-0"
        value={status}
        onChange={({ target }) => choose({ [STATUS_PARAM]: target.value === usual ? null : target.value })}
        options={statuses.map((value) => ({ value, words: t(`statuses.${value}`) }))}
      />
      <SelectField
        label={t('kind')}
        className="min-w-0"
        value={filters.kind ?? ''}
        onChange={({ target }) => choose({ [KIND_PARAM]: target.value || null })}
        options={[
          { value: '', words: t('anyKind') },
          ...signalKinds.map((value) => ({ value, words: t(`kinds.${value}`) })),
        ]}
      />
      <DayRange range={days} words={{ from: t('from'), to: t('to') }} />
    </FilterFields>
  )
}
