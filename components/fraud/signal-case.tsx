import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Fact, Facts } from '#components/review/facts.tsx'
import { OpenVideo } from '#components/review/open-video.tsx'
import { ReviewSheet } from '#components/review/review-sheet.tsx'
import type { CaseList } from '#components/review/use-case-list.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { api } from '#lib/client/http/api.ts'
import type { FraudSignal, SignalReason, SignalStatus } from '#lib/contract/fraud/calls.ts'
import { EvidencePanel } from './evidence-panel.tsx'
import { ScoreMark } from './score-mark.tsx'
import { SignalBar, SignalNote, useSignalDecision } from './signal-decision.tsx'

type SignalCaseProps = { cases: CaseList<FraudSignal, SignalStatus>; item: FraudSignal }

/** One signal: the gifts that it was made from beside why it was scored, and the decision below. */
export function SignalCase({ cases, item }: SignalCaseProps) {
  const t = useTranslations('Signals')
  const formats = useFormats()
  const decision = useSignalDecision(cases, item)
  const detail = useQuery({
    queryKey: ['signal', item.id, item.updated_at],
    queryFn: ({ signal }) =>
      api('GET /users/compliance/fraud-signals/{id}/', { path: { id: item.id }, signal }),
  })
  return (
    <ReviewSheet
      focusOn={item.id}
      title={t('caseTitle', { video: item.video.title })}
      detail={t(`kinds.${item.kind}`)}
      place={cases.place}
      onStep={cases.step}
      onClose={cases.close}
      exhibitSize="short"
      exhibit={<EvidencePanel detail={detail} />}
      footer={<SignalBar decision={decision} />}
    >
      <p className="mb-4">
        <ScoreMark score={item.score} />
      </p>
      <SignalReasons reasons={item.reasons} />
      <SignalNote decision={decision} />
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
          <Fact name={t('facts.decided')} below={item.note ? <p className="text-sm">{item.note}</p> : null}>
            {t('facts.decidedValue', { officer: item.decided_by, time: formats.moment(item.decided_at) })}
          </Fact>
        ) : null}
      </Facts>
      <OpenVideo id={item.video.id}>{t('openVideo')}</OpenVideo>
    </ReviewSheet>
  )
}

/** Why it was scored, in plain words, each with its points. */
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
