import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { StaffColumn } from '#components/desk/staff-table.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { followHere } from '#lib/client/browser/follow-here.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { PersonRecord } from '#lib/contract/people/calls.ts'
import { type SectionName, sectionColumns, toneOf } from './record-words.ts'
import { useRecordWords } from './use-record-words.ts'

/** On phones the first column contains all values except the amount. */
export function useRecordColumns(section: SectionName): StaffColumn<PersonRecord>[] {
  const t = useTranslations('People')
  const formats = useFormats()
  const figure = (shown: ReactNode) => <span className="figures whitespace-nowrap">{shown}</span>
  const more = {
    amount: {
      id: 'amount',
      head: t('columns.amount'),
      align: 'end',
      width: 'w-28 sm:w-32',
      cell: ({ amount, asked_amount: asked }: PersonRecord) => (
        <>
          {figure(amount === null ? '' : formats.shillings(amount))}
          {asked === null ? null : (
            <span className="figures block text-sm text-soft">
              {t('asked', { amount: formats.shillings(asked) })}
            </span>
          )}
        </>
      ),
    },
    balance: {
      id: 'balance',
      head: t('columns.balance'),
      align: 'end',
      notOnPhone: true,
      width: 'w-32',
      cell: ({ balance }: PersonRecord) => figure(balance === null ? '' : formats.shillings(balance)),
    },
    votes: {
      id: 'votes',
      head: t('columns.votes'),
      align: 'end',
      notOnPhone: true,
      width: 'w-20',
      cell: ({ votes }: PersonRecord) => figure(votes === null ? '' : formats.count(votes)),
    },
    by: {
      id: 'by',
      head: t('columns.by'),
      notOnPhone: true,
      width: 'w-40',
      cell: ({ by }: PersonRecord) => <span className="text-sm wrap-anywhere">{byOf(by)}</span>,
    },
  } as const satisfies Record<string, StaffColumn<PersonRecord>>
  const byOf = (by: string) => by || (section === 'audit' ? t('system') : '')
  const hasState = section !== 'wallet' && section !== 'audit'
  return [
    { id: 'what', head: t('columns.what'), cell: (row) => <What row={row} section={section} /> },
    ...(hasState
      ? [
          {
            id: 'state',
            head: t('columns.state'),
            notOnPhone: true,
            width: 'w-44',
            cell: ({ state }: PersonRecord) => <StateMark section={section} state={state} />,
          },
        ]
      : []),
    ...sectionColumns[section].map((name) => more[name]),
    {
      id: 'when',
      head: t('columns.when'),
      align: 'end',
      notOnPhone: true,
      width: 'w-44',
      cell: ({ at }) => (
        <time dateTime={at} className="figures text-sm">
          {formats.moment(at)}
        </time>
      ),
    },
  ]
}

const looks = {
  bad: 'bg-alarm-wash text-alarm',
  waiting: 'bg-marigold text-on-marigold',
  plain: 'bg-sunken text-ink',
}

function StateMark({ section, state }: { section: SectionName; state: string | null }) {
  const words = useRecordWords()
  if (state === null) return null
  const look = looks[toneOf(section, state)]
  return (
    <span className={cn('inline-block rounded-full px-2.5 py-0.5 text-sm font-semibold', look)}>
      {words.state(section, state)}
    </span>
  )
}

function What({ row, section }: { row: PersonRecord; section: SectionName }) {
  const t = useTranslations('People')
  const formats = useFormats()
  const words = useRecordWords()
  const title = words.title(section, row) || '–'
  const href = linkOf(section, row)
  const steps = row.steps.map(({ step, at }) => `${t(`steps.${step}`)} ${formats.moment(at)}`).join(' → ')
  const details = [
    words.reason(section, row),
    row.receipt,
    section === 'withdrawals' ? '' : row.reference,
    row.phone && formatPhone(row.phone),
  ].filter(Boolean)
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-3 xl:flex-nowrap">
        {href ? (
          <a
            href={href}
            onClick={(event) => {
              if (href.startsWith('?')) followHere(event, () => visit(`${window.location.pathname}${href}`))
            }}
            className="font-semibold wrap-anywhere after:absolute after:inset-0 xl:max-w-2/3 xl:shrink-0 xl:truncate"
          >
            {title}
          </a>
        ) : (
          <span className="font-semibold wrap-anywhere xl:max-w-2/3 xl:shrink-0 xl:truncate">{title}</span>
        )}
        {details.length > 0 ? (
          <span
            title={details.join(' · ')}
            className="figures min-w-0 text-sm text-soft wrap-anywhere xl:truncate"
          >
            {details.join(' · ')}
          </span>
        ) : null}
      </span>
      {row.detail ? (
        <span className="line-clamp-4 text-sm whitespace-pre-line wrap-anywhere md:line-clamp-2">
          {row.detail}
        </span>
      ) : null}
      <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm md:hidden">
        <StateMark section={section} state={row.state} />
        {row.votes === null ? null : <span className="figures">{t('votes', { count: row.votes })}</span>}
        {row.balance === null ? null : (
          <span className="figures">
            {t('columns.balance')}: {formats.shillings(row.balance)}
          </span>
        )}
        {row.by ? <span>{t('by', { name: row.by })}</span> : null}
        <time dateTime={row.at} className="figures text-soft">
          {formats.moment(row.at)}
        </time>
      </span>
      {row.steps.length > 1 ? (
        <span title={steps} className="figures mt-0.5 block text-sm text-soft xl:mt-0 xl:line-clamp-1">
          {steps}
        </span>
      ) : null}
    </>
  )
}

function linkOf(section: SectionName, { id, case_id, video_id }: PersonRecord): string | undefined {
  if (section === 'disputes') return `?${new URLSearchParams({ tab: 'disputes', dispute: id })}`
  if (case_id) return `?${new URLSearchParams({ tab: 'payments', case: case_id })}`
  return video_id ? `/video/${video_id}` : undefined
}
