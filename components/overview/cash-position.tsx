import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { Fold } from '#components/desk/fold.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { CashPosition as Position } from '#lib/contract/cash/calls.ts'

/** Polls while the page is visible. */
const EVERY_MS = 30_000

export function CashPosition() {
  const t = useTranslations('CashPosition')
  const query = useQuery({ ...apiQuery('GET /admin/cash-position/'), refetchInterval: EVERY_MS })
  return (
    <section
      aria-labelledby="cash-position"
      className={cn(
        'min-w-0 rounded-2xl border bg-surface p-4',
        query.data?.is_short ? 'border-2 border-alarm' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="cash-position" className="px-2 text-lg">
          {t('title')}
        </h3>
        <DeskLink href="?tab=books" className="inline-flex items-center rounded-xl px-2 text-sm underline">
          {t('journals')}
        </DeskLink>
      </div>
      {query.data ? (
        <Shown position={query.data} />
      ) : query.isError ? (
        <LoadFailed
          words={t('failed')}
          error={query.error}
          onRetry={query.refetch}
          retrying={query.isFetching}
        />
      ) : (
        <div aria-hidden="true" className="skeleton mt-2 h-44 rounded-xl" />
      )}
    </section>
  )
}

function Shown({ position }: { position: Position }) {
  const t = useTranslations('CashPosition')
  const formats = useFormats()
  const { mpesa, books, owed, free, is_short } = position
  const sum = ({ working, utility }: { working: number; utility: number }) =>
    (Math.round(working * 100) + Math.round(utility * 100)) / 100
  const cents = (shillings: number) => Math.round(shillings * 100)
  const { difference } = position
  /** What the books have beyond M-Pesa's reading, without differences: pending at M-Pesa, or newer. */
  const pending = mpesa ? (cents(sum(books)) + cents(sum(difference)) - cents(sum(mpesa))) / 100 : 0
  const lack = sum({ working: Math.min(0, difference.working), utility: Math.min(0, difference.utility) })
  return (
    <>
      <p
        className={cn(
          'mt-1 flex items-start gap-2 rounded-xl px-2 py-1',
          is_short ? 'bg-alarm-wash font-semibold text-alarm' : 'text-soft',
        )}
      >
        {is_short ? (
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        ) : (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
        )}
        <span>{is_short ? t('short', { amount: formats.shillings(-free) }) : t('enough')}</span>
      </p>
      <Differences difference={position.difference} />
      <div className="mt-2 grid gap-x-6 gap-y-4 px-2 sm:grid-cols-2 xl:grid-cols-4">
        <Part
          title={t('mpesa')}
          amount={mpesa && sum(mpesa)}
          note={mpesa ? t('read', { time: formats.moment(mpesa.read_at) }) : t('neverRead')}
          lines={
            mpesa
              ? [
                  [t('working'), mpesa.working],
                  [t('utility'), mpesa.utility],
                  [t('uncleared'), mpesa.uncleared],
                ]
              : []
          }
        />
        <Part
          title={t('books')}
          amount={sum(books)}
          lines={[
            [t('working'), books.working],
            [t('utility'), books.utility],
            ...(pending === 0
              ? []
              : [pending < 0 ? ([t('ahead'), -pending] as const) : ([t('pending'), pending] as const)]),
          ]}
        />
        <Part
          title={t('owed')}
          amount={owed.total}
          lines={[
            [t('wallets'), owed.wallets],
            [t('held'), owed.held],
            [t('refunds'), owed.refunds],
            [t('prize_pool'), owed.prize_pool],
            [t('royalty_pool'), owed.royalty_pool],
            ...(owed.other === 0 ? [] : [[t('other'), owed.other] as const]),
          ]}
        />
        <Part
          title={t(is_short ? 'missing' : 'free')}
          amount={Math.abs(free)}
          isWrong={is_short}
          {...(mpesa && pending === 0 ? {} : { note: t('fromBooks') })}
          lines={[
            [t('books'), sum(books)],
            ...(lack === 0 ? [] : [[t('lack'), lack] as const]),
            [t('owed'), -owed.total],
            [t('bank'), books.bank],
          ]}
        />
      </div>
      <Days days={position.days} />
    </>
  )
}

type PartProps = {
  title: string
  /** In shillings; null if unknown. */
  amount: number | null
  note?: string
  isWrong?: boolean
  lines: readonly (readonly [string, number])[]
}

function Part({ title, amount, note, isWrong = false, lines }: PartProps) {
  const formats = useFormats()
  return (
    <div className="min-w-0">
      <p className="text-sm font-semibold text-soft">{title}</p>
      <p
        className={cn(
          'figures font-display text-2xl font-extrabold whitespace-nowrap',
          isWrong && 'text-alarm',
        )}
      >
        {amount === null ? '–' : formats.shillings(amount)}
      </p>
      <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-sm">
        {lines.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="figures text-end whitespace-nowrap">{formats.shillings(value)}</dd>
          </div>
        ))}
      </dl>
      {note ? <p className="figures mt-1 text-sm text-soft">{note}</p> : null}
    </div>
  )
}

function Differences({ difference }: Pick<Position, 'difference'>) {
  const t = useTranslations('CashPosition')
  const formats = useFormats()
  const open = (['working', 'utility'] as const).filter((account) => difference[account] !== 0)
  return open.map((account) => (
    <p key={account} className="mt-1 flex flex-wrap items-center gap-x-3 rounded-xl bg-sunken px-2">
      <span>
        {t('difference', {
          amount: formats.shillings(Math.abs(difference[account])),
          direction: difference[account] > 0 ? 'more' : 'less',
          account: t(account),
        })}
      </span>
      <DeskLink
        href={`?tab=books&propose=${account}&difference=${difference[account]}`}
        className="inline-flex items-center rounded-xl px-2 font-semibold underline"
      >
        {t('explain')}
      </DeskLink>
    </p>
  ))
}

const columns = ['held', 'owed', 'free', 'bank'] as const
/** Phones have room only for the columns of owed and free money. */
const onPhone = (column: (typeof columns)[number]) =>
  column === 'held' || column === 'bank' ? 'max-sm:hidden' : ''

function Days({ days }: Pick<Position, 'days'>) {
  const t = useTranslations('CashPosition')
  const formats = useFormats()
  return (
    <Fold words={t('days')} className="mt-3 border-t border-line pt-1">
      {days.length === 0 ? (
        <p className="px-2 py-3 text-soft">{t('noDays')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        <section aria-label={t('days')} tabIndex={0} className="overflow-x-auto">
          <table className="figures w-full text-sm sm:min-w-xl">
            <thead className="text-soft">
              <tr>
                <th scope="col" className="px-2 py-1.5 text-start font-semibold">
                  {t('columns.day')}
                </th>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className={cn(onPhone(column), 'px-2 py-1.5 text-end font-semibold')}
                  >
                    {t(`columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((row) => (
                <tr key={row.day} className="border-t border-line">
                  <th scope="row" className="px-2 py-1.5 text-start font-normal">
                    {formats.day(`${row.day}T12:00:00Z`)}
                  </th>
                  {columns.map((column) => (
                    <td
                      key={column}
                      className={cn(
                        onPhone(column),
                        'px-2 py-1.5 text-end',
                        column === 'free' && row.free < 0 && 'font-semibold text-alarm',
                      )}
                    >
                      {formats.shillings(row[column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Fold>
  )
}
