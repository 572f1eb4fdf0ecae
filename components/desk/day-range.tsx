import { useTranslations } from 'next-intl'
import { addressWith, useAddressText } from '#components/ui/use-address-param.ts'
import { replaceAddress } from '#lib/client/browser/replace-address.ts'
import { DayField } from './day-field.tsx'
import { PAGE_PARAM } from './use-table-address.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const dayIn = (text: string | null) => (text && DAY.test(text) ? text : '')

/** The list's first and last day from the address, empty if not set. A change adds no history entry. */
export function useDayRange() {
  const from = dayIn(useAddressText('from'))
  const to = dayIn(useAddressText('to'))
  const setDay = (name: 'from' | 'to', day: string) =>
    replaceAddress(addressWith({ [name]: day || null, [PAGE_PARAM]: null }))
  return { from, to, setDay }
}

type DayRangeProps = {
  range: Pick<ReturnType<typeof useDayRange>, 'from' | 'to'> & {
    setDay: (name: 'from' | 'to', day: string) => void
  }
  /** Labels, if the list does not make clear what the days refer to. */
  words?: { from: string; to: string }
}

export function DayRange({ range: { from, to, setDay }, words }: DayRangeProps) {
  const t = useTranslations('Desk.filters')
  return (
    <>
      <DayField
        label={words?.from ?? t('from')}
        className="min-w-0"
        value={from}
        max={to || undefined}
        onDay={(day) => setDay('from', day)}
      />
      <DayField
        label={words?.to ?? t('to')}
        className="min-w-0"
        value={to}
        min={from || undefined}
        onDay={(day) => setDay('to', day)}
      />
    </>
  )
}
