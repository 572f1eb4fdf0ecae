import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { PayerView, PersonView } from '#lib/contract/people/calls.ts'
import type { PageOf } from './use-records.ts'

type Line = PersonView['open_money'][number] | PayerView['open_money'][number]

const known = [
  'withdrawals.barred',
  'withdrawals.held',
  'withdrawals.due',
  'withdrawals.sent',
  'withdrawals.unknown',
  'withdrawals.failed',
  'payments.waiting',
  'payments.review',
  'payments.unresolved',
  'payments.refunding',
  'payments.reversed',
  'payments.suspense',
  'gifts.waiting',
  'gifts.review',
  'gifts.unresolved',
  'gifts.refunding',
  'gifts.reversed',
  'shares.open',
  'refunds.waiting',
  'refunds.sent',
  'refunds.unknown',
] as const

/** States that share the sentence of another state. */
const sameAs: Readonly<Record<string, string>> = {
  'shares.escalated': 'shares.open',
  'refunds.requested': 'refunds.waiting',
  'refunds.submitting': 'refunds.sent',
  'refunds.accepted': 'refunds.sent',
}

/** Bars that also refuse new withdrawals; the others only delay sending. */
const refusing: readonly string[] = ['frozen', 'identity', 'inactive']
/** Withdrawals that a bar delays. */
const unsent = ['withdrawals.held', 'withdrawals.due']

type MoneyLinesProps = {
  of: PageOf
  lines: readonly Line[]
  disputes?: PayerView['open_disputes']
  /** Amount that the person can withdraw; null on a payer's page. */
  available: number | null
  bars?: PersonView['withdrawal_bars']
}

/** A sentence for each unsettled part of the person's money, with a link to its rows. */
export function MoneyLines({ of, lines, disputes = [], available, bars = [] }: MoneyLinesProps) {
  const t = useTranslations('People.where')
  const formats = useFormats()
  const waits = lines.some(({ section }) => section === 'withdrawals') || (available ?? 0) > 0
  return (
    <section aria-labelledby="where-money" className="mt-5 rounded-2xl border border-line bg-surface p-4">
      <h3 id="where-money" className="text-lg">
        {t('title')}
      </h3>
      <ul className="figures mt-2 grid gap-1.5">
        {available === null || available === 0 ? null : (
          <li>
            {t(bars.some((bar) => refusing.includes(bar)) ? 'unavailable' : 'available', {
              amount: formats.shillings(available),
            })}
          </li>
        )}
        {lines.map((line) => (
          <MoneyLine
            key={`${line.section} ${line.state} ${line.since}`}
            of={of}
            line={line}
            isBarred={bars.length > 0}
          />
        ))}
        {disputes.map(({ id, reference, due_at }) => (
          <LinkedLine key={id} href={`?${new URLSearchParams({ tab: 'disputes', dispute: id })}`}>
            {t('dispute', { reference, time: formats.moment(due_at) })}
          </LinkedLine>
        ))}
      </ul>
      {lines.length === 0 && disputes.length === 0 ? <p className="mt-1 text-soft">{t('settled')}</p> : null}
      {bars.length > 0 && waits ? (
        <p className="mt-3 rounded-xl bg-alarm-wash px-3 py-2 text-alarm">
          <span className="font-semibold">{t('barsTitle')}</span>{' '}
          {bars.map((bar) => t(`bars.${bar}`)).join(', ')}.
        </p>
      ) : null}
    </section>
  )
}

function MoneyLine({ of, line, isBarred }: { of: PageOf; line: Line; isBarred: boolean }) {
  const t = useTranslations('People.where')
  const formats = useFormats()
  const { section, state, amount, count, since, due_at } = line
  const key = `${section}.${state}`
  const same = isBarred && unsent.includes(key) ? 'withdrawals.barred' : (sameAs[key] ?? key)
  const words = known.find((one) => one === same)
  return (
    <LinkedLine href={hrefOf(of, line)}>
      {words
        ? t(words, {
            amount: formats.shillings(amount),
            count,
            time: formats.moment(due_at ?? since),
          })
        : `${formats.shillings(amount)}: ${state}`}
    </LinkedLine>
  )
}

function LinkedLine({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations('People.where')
  return (
    <li className="flex items-baseline justify-between gap-x-3">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <DeskLink
        href={href}
        className="inline-flex shrink-0 items-center rounded-full px-3 font-semibold underline underline-offset-4"
      >
        {t('show')}
      </DeskLink>
    </li>
  )
}

function hrefOf(of: PageOf, { section, state }: Line): string {
  if (section === 'shares')
    return state === 'escalated' ? '/officer?tab=signals&status=escalated' : '/officer?tab=signals'
  return `?${new URLSearchParams({ tab: 'users', ...of, section, state })}`
}
