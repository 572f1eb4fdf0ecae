import { useTranslations } from 'next-intl'
import { Fact, Facts } from '#components/review/facts.tsx'
import type { FraudSignalDetail } from '#lib/contract/fraud/calls.ts'

const rows = ['now', 'without', 'with_all'] as const

/** Where the video stands now, without the gifts of the signal, and with all of them. */
export function SignalRanking({ ranking }: Pick<FraudSignalDetail, 'ranking'>) {
  const t = useTranslations('Signals.ranking')
  return (
    <Facts title={t('title')}>
      {rows.map((row) => (
        <Fact key={row} name={t(row)} figures>
          {t('value', ranking[row])}
        </Fact>
      ))}
    </Facts>
  )
}
