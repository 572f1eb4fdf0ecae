import { useTranslations } from 'next-intl'
import { DeskLink } from '#components/desk/desk-link.tsx'
import { Fact, Facts } from '#components/review/facts.tsx'
import { OpenVideo } from '#components/review/open-video.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { FraudSignal, FraudSignalDetail, SignalReason } from '#lib/contract/fraud/calls.ts'
import { ScoreMark } from './score-mark.tsx'
import { useReviewName } from './use-review-name.ts'

export function SignalNote({ item: { note, decided_by: officer } }: { item: FraudSignal }) {
  const t = useTranslations('Signals.note')
  if (note === '') return null
  return (
    <section className="mb-5">
      <h3 className="mb-1 text-base">{officer ? t('by', { officer }) : t('title')}</h3>
      <p className="rounded-2xl bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap">{note}</p>
    </section>
  )
}

export function SignalFacts({ item }: { item: FraudSignal }) {
  const t = useTranslations('Signals')
  const formats = useFormats()
  const reviewName = useReviewName()
  return (
    <>
      <p className="mb-4">
        <ScoreMark score={item.score} />
      </p>
      <SignalReasons reasons={item.reasons} />
      <Facts title={t('facts.title')}>
        <Fact name={t('facts.status')}>{t(`statuses.${item.status}`)}</Fact>
        <Fact name={t('facts.dancer')}>{item.video.dancer}</Fact>
        <Fact name={t('facts.gifts')} figures>
          {t('facts.giftsValue', { gifts: item.gifts, votes: formats.count(item.votes) })}
        </Fact>
        <Fact name={t('facts.amount')} figures>
          {formats.shillings(item.amount)}
        </Fact>
        <Fact name={t('facts.found')} figures>
          {formats.moment(item.created_at)}
        </Fact>
        {item.decided_by && item.decided_at ? (
          <Fact name={reviewName(item.status)}>
            {t('facts.decidedValue', { officer: item.decided_by, time: formats.moment(item.decided_at) })}
          </Fact>
        ) : null}
        {item.decided_with ? (
          <Fact name={t('facts.decidedWith')}>
            <DeskLink href={signalPath(item.video.title, item.decided_with.id)} className="underline">
              {t(`kinds.${item.decided_with.kind}`)}
            </DeskLink>
          </Fact>
        ) : null}
      </Facts>
      <OpenVideo id={item.video.id}>{t('openVideo')}</OpenVideo>
    </>
  )
}

/** Searches for the video, so that the signal is on the first page. */
function signalPath(search: string, item: string): string {
  return `?${new URLSearchParams({ tab: 'signals', status: 'refunded', search, item })}`
}

function SignalReasons({ reasons }: { reasons: readonly SignalReason[] }) {
  const t = useTranslations('Signals')
  return (
    <section className="mb-5">
      <h3 className="mb-1 text-base">{t('reasonsTitle')}</h3>
      <ul className="grid gap-2">
        {reasons.map((reason) => (
          <li key={reason.kind} className="flex items-baseline gap-3 rounded-2xl bg-sunken px-4 py-2.5">
            <span className="min-w-0 flex-1">
              {reason.link ? t(`links.${reason.link}`) : t(`reasons.${reason.kind}`, { value: reason.value })}
            </span>
            <span className="figures shrink-0 font-semibold">{t('points', { points: reason.points })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const rankingRows = ['now', 'without', 'with_all'] as const

/** The dancer's rank now, without the signal's gifts, and with all of them. */
export function SignalRanking({ ranking }: Pick<FraudSignalDetail, 'ranking'>) {
  const t = useTranslations('Signals.ranking')
  return (
    <Facts title={t('title')}>
      {rankingRows.map((row) => (
        <Fact key={row} name={t(row)} figures>
          {t('value', ranking[row])}
        </Fact>
      ))}
    </Facts>
  )
}
