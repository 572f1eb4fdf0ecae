import { useTranslations } from 'next-intl'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { MoneyOutRow } from '#lib/contract/money-out/calls.ts'
import type { MoneyOutState } from '#lib/contract/money-out/constants.ts'

/** Phones show the first two columns. */
export function useMoneyOutColumns(): StaffColumn<MoneyOutRow>[] {
  const t = useTranslations('MoneyOut.columns')
  const formats = useFormats()
  return [
    { id: 'what', head: t('what'), cell: (row) => <What row={row} /> },
    {
      id: 'amount',
      head: t('amount'),
      align: 'end',
      width: 'w-28 sm:w-32',
      cell: ({ amount, tax }) => (
        <span className="figures whitespace-nowrap">
          {formats.shillings(amount)}
          {tax > 0 ? <Tax shillings={tax} /> : null}
        </span>
      ),
    },
    {
      id: 'receipt',
      head: t('receipt'),
      notOnPhone: true,
      wideOnly: true,
      width: 'w-36 ps-6!',
      cell: ({ receipt }) => <span className="figures text-sm">{receipt}</span>,
    },
    {
      id: 'state',
      head: t('state'),
      notOnPhone: true,
      width: 'w-44 ps-6!',
      cell: (row) => <StateOf row={row} />,
    },
    {
      id: 'times',
      head: t('times'),
      notOnPhone: true,
      wideOnly: true,
      width: 'w-60 2xl:w-104',
      cell: (row) => <Times row={row} />,
    },
  ]
}

function Tax({ shillings }: { shillings: number }) {
  const t = useTranslations('MoneyOut')
  const formats = useFormats()
  return (
    <span className="block text-sm text-soft">{t('ofTax', { amount: formats.shillings(shillings) })}</span>
  )
}

function What({ row }: { row: MoneyOutRow }) {
  const t = useTranslations('MoneyOut')
  const monthTitle = useMonthTitle()
  const title = row.person
    ? t('toWhom', { kind: t(`kinds.${row.kind}`), person: row.person })
    : t(`kinds.${row.kind}`)
  return (
    <>
      {row.case_id ? (
        <a
          href={`?${new URLSearchParams({ tab: 'payments', case: row.case_id })}`}
          className="block py-1 font-semibold wrap-anywhere lg:py-0 after:absolute after:inset-0"
        >
          {title}
        </a>
      ) : (
        <span className="block py-1 font-semibold wrap-anywhere lg:py-0">{title}</span>
      )}
      <span className="figures block text-sm text-soft wrap-anywhere">
        {[row.phone && formatPhone(row.phone), monthTitle(row.reference)].filter(Boolean).join(' · ')}
      </span>
      <span className="mt-1 block md:hidden">
        <StateOf row={row} />
      </span>
      <span className="figures mt-1 block text-sm text-soft wrap-anywhere xl:hidden">
        {row.receipt ? <span className="block">{row.receipt}</span> : null}
        <Times row={row} />
      </span>
    </>
  )
}

const looks: Readonly<Record<MoneyOutState, string>> = {
  held: 'bg-sunken text-ink',
  due: 'bg-sunken text-ink',
  sent: 'bg-marigold text-on-marigold',
  unknown: 'bg-alarm-wash text-alarm',
  paid: 'bg-sunken text-leaf',
  failed: 'bg-alarm-wash text-alarm',
  cancelled: 'bg-sunken text-soft',
}

function StateOf({ row: { state, reason } }: { row: MoneyOutRow }) {
  const t = useTranslations('MoneyOut.states')
  return (
    <>
      <span className={cn('inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold', looks[state])}>
        {t(state)}
      </span>
      {reason ? <span className="mt-0.5 block text-sm wrap-anywhere">{reason}</span> : null}
    </>
  )
}

function Times({ row }: { row: MoneyOutRow }) {
  const t = useTranslations('MoneyOut.times')
  const formats = useFormats()
  const isAtOnce = row.ended_at === row.started_at
  const times = [
    isAtOnce ? null : (['requested', row.started_at] as const),
    row.due_at && (row.state === 'held' || row.state === 'due') ? (['due', row.due_at] as const) : null,
    row.approved_at ? (['approved', row.approved_at] as const) : null,
    row.sent_at ? (['sent', row.sent_at] as const) : null,
    row.ended_at ? ([row.state === 'paid' ? 'paid' : 'ended', row.ended_at] as const) : null,
  ].filter((one) => one !== null)
  return (
    <span className="figures inline-grid gap-x-4 text-sm 2xl:grid-cols-2">
      {times.map(([name, moment]) => (
        <span key={name} className="block">
          {t(name, { time: formats.moment(moment) })}
        </span>
      ))}
    </span>
  )
}
