import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AgeBadge } from '#components/desk/age-badge.tsx'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { useNow } from '#components/desk/use-now.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { BarChart } from './bar-chart.tsx'

type Today = AnswerOf<'GET /admin/today/'>

export function TodayPanel() {
  const t = useTranslations('AdminOverview.today')
  const query = useQuery({ ...apiQuery('GET /admin/today/'), refetchInterval: 60_000 })
  return (
    <section aria-labelledby="today-title">
      <h3 id="today-title" className="text-lg">
        {t('title')}
      </h3>
      <div className="mt-2">
        {query.data ? (
          <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
            <Hours hours={query.data.hours} />
            <Prompts prompts={query.data.prompts} />
            <Waiting waiting={query.data.waiting} />
          </div>
        ) : query.isError ? (
          <LoadFailed words={t('failed')} onRetry={query.refetch} retrying={query.isFetching} />
        ) : (
          <div aria-hidden="true" className="skeleton h-[34rem] rounded-xl lg:h-[36.5rem]" />
        )}
      </div>
    </section>
  )
}

function Hours({ hours }: { hours: Today['hours'] }) {
  const t = useTranslations('AdminOverview.today')
  const formats = useFormats()
  const points = (of: 'votes' | 'revenue') =>
    hours.map((hour) => {
      const time = formats.time(new Date(hour.at))
      return { at: hour.at, when: time, tick: time, value: hour[of], before: hour[`${of}_before`] }
    })
  return (
    <>
      <BarChart title={t('votes')} points={points('votes')} show={formats.count} tone="marigold" />
      <BarChart title={t('revenue')} points={points('revenue')} show={formats.shillings} tone="leaf" />
    </>
  )
}

function Prompts({ prompts }: { prompts: Today['prompts'] }) {
  const t = useTranslations('AdminOverview.today.prompts')
  const { asked } = prompts
  return (
    <Card id="prompts-title" title={t('title')}>
      {asked === 0 ? (
        <p className="px-2 py-4 text-soft">{t('none')}</p>
      ) : (
        <ul aria-labelledby="prompts-title">
          <Step words={t('asked')} count={asked} of={asked} />
          <Step words={t('sent')} count={asked - prompts.not_sent} of={asked} />
          <Step words={t('paid')} count={prompts.paid} of={asked} isGood />
          <Step words={t('declined')} count={prompts.declined} of={asked} />
          <Reasons reasons={prompts.declined_by} />
          <Step words={t('notSent')} count={prompts.not_sent} of={asked} />
          <Reasons reasons={prompts.not_sent_by} />
          <Step words={t('pending')} count={prompts.pending} of={asked} />
          <Step words={t('unknown')} count={prompts.unknown} of={asked} />
        </ul>
      )}
    </Card>
  )
}

type StepProps = {
  words: string
  count: number
  of: number
  isGood?: boolean
}

function Step({ words, count, of, isGood = false }: StepProps) {
  const t = useTranslations('AdminOverview.today.prompts')
  const formats = useFormats()
  const percent = Math.round((count / of) * 100)
  return (
    <li className="px-2 py-1">
      <span className="flex items-baseline justify-between gap-3 leading-5">
        <span>{words}</span>
        <span className="figures">
          <span className="font-semibold">{formats.count(count)}</span>{' '}
          <span className="inline-block w-12 text-end text-sm text-soft">{t('percent', { percent })}</span>
        </span>
      </span>
      <span aria-hidden="true" className="mt-0.5 block h-1 overflow-hidden rounded-full bg-sunken">
        <span
          className={`block h-full rounded-full ${isGood ? 'bg-leaf' : 'bg-edge'}`}
          style={{ width: `${percent}%` }}
        />
      </span>
    </li>
  )
}

const known = [
  'cancelled',
  'wrong_pin',
  'low_balance',
  'no_answer',
  'limit',
  'duplicate',
  'locked',
  'not_sent',
  'wrong_number',
  'paused',
  'crowded',
  'busy',
] as const

function Reasons({ reasons }: { reasons: Today['prompts']['declined_by'] }) {
  const t = useTranslations('AdminOverview.today.reasons')
  const formats = useFormats()
  return reasons.map(({ reason, count }) => (
    <li key={reason} className="figures flex justify-between gap-3 py-px ps-6 pe-16 text-sm text-soft">
      <span>{t(known.find((one) => one === reason) ?? 'other')}</span>
      <span>{formats.count(count)}</span>
    </li>
  ))
}

type Part = Today['waiting'][number]['part']

/** Address where a part is decided, if not on the tab of its name. */
const whereIs: Partial<Record<Part, string>> = {
  signals: '/officer?tab=signals',
  users: '?tab=users&state=revocation',
  open_signals: '/officer?tab=signals&status=open',
  kyc: '/officer',
  tracks: '/officer?tab=tracks',
  videos: '/officer?tab=videos',
  comments: '/officer?tab=comments',
}

function Waiting({ waiting }: { waiting: Today['waiting'] }) {
  const t = useTranslations('AdminOverview.today.waiting')
  const formats = useFormats()
  const now = useNow()
  return (
    <Card id="waiting-title" title={t('title')}>
      {waiting.length === 0 ? (
        <p className="flex items-center gap-2 px-2 py-4 text-soft">
          <CheckCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" /> {t('nothing')}
        </p>
      ) : (
        <ul aria-labelledby="waiting-title">
          {waiting.map(({ part, count, since }) => (
            <li key={part}>
              <DeskLink
                href={whereIs[part] ?? `?tab=${part}`}
                className="flex min-h-9 items-center gap-3 rounded-lg px-2"
              >
                <span className="min-w-0 flex-1">{t(`parts.${part}`)}</span>
                <span className="figures font-semibold">{formats.count(count)}</span>
                <span className="flex w-24 justify-end">
                  {since ? <AgeBadge since={since} now={now} /> : null}
                </span>
              </DeskLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-xl border border-line bg-surface p-3">
      <h4 id={id} className="px-2 pb-1 text-sm font-semibold text-soft">
        {title}
      </h4>
      {children}
    </section>
  )
}
