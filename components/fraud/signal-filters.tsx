import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DayRange, useDayRange } from '#components/desk/day-range.tsx'
import { FilterFields } from '#components/desk/filter-fields.tsx'
import { STATUS_PARAM } from '#components/desk/status-filter.tsx'
import { PAGE_PARAM, useTableAddress } from '#components/desk/use-table-address.ts'
import { Button } from '#components/ui/button.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { addressWith, useAddressParam } from '#components/ui/use-address-param.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import type { SignalStatus } from '#lib/contract/fraud/calls.ts'
import { signalKinds } from '#lib/contract/fraud/constants.ts'

/** The first status, open, is the default. */
export const signalStatuses = [
  'open',
  'held',
  'escalated',
  'dismissed',
  'released',
  'refunded',
  'closed',
] as const satisfies readonly SignalStatus[]

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
  status: SignalStatus
}

export function SignalFilters({ shown: { days, filters, active }, status }: SignalFiltersProps) {
  const t = useTranslations('Signals')
  const desk = useTranslations('Desk')
  const [usual] = signalStatuses
  const choose = (changes: Record<string, string | null>) =>
    visit(addressWith({ ...changes, [PAGE_PARAM]: null }))
  return (
    <>
      <FilterFields active={active + (status === usual ? 0 : 1)}>
        <SelectField
          label={t('filter')}
          className="min-w-0 md:w-52"
          value={status}
          onChange={({ target }) => choose({ [STATUS_PARAM]: target.value === usual ? null : target.value })}
          options={signalStatuses.map((value) => ({ value, words: t(`statuses.${value}`) }))}
        />
        <SelectField
          label={t('kind')}
          className="min-w-0 md:w-64"
          value={filters.kind ?? ''}
          onChange={({ target }) => choose({ [KIND_PARAM]: target.value || null })}
          options={[
            { value: '', words: t('anyKind') },
            ...signalKinds.map((value) => ({ value, words: t(`kinds.${value}`) })),
          ]}
        />
        <DayRange range={days} words={{ from: t('from'), to: t('to') }} />
        {active > 0 ? (
          <Button
            tone="quiet"
            className="justify-self-start"
            onClick={() => choose({ [KIND_PARAM]: null, from: null, to: null })}
          >
            {desk('filters.clear')}
          </Button>
        ) : null}
      </FilterFields>
      <Button
        onClick={() =>
          void downloadCsv(
            'GET /users/compliance/fraud-signals.csv',
            { query: { ...filters, status } },
            'ngoma-signals',
          )
        }
      >
        <Download aria-hidden="true" className="size-4" /> {desk('csv')}
      </Button>
    </>
  )
}
