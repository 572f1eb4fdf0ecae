import { getTranslations } from 'next-intl/server'
import { daysLeft, formatShillings } from '#lib/client/formats/formats.ts'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import { formatLocales, type Locale } from '#messages/locales.ts'

type ChallengeStripProps = { challenge: CurrentChallenge | null; at: Date; locale: Locale }

/** The month in one band: what phase it is in, for how long, and for how much. */
export async function ChallengeStrip({ challenge, at, locale }: ChallengeStripProps) {
  const t = await getTranslations('Strip')
  return (
    <section aria-label={t('label')} className="bg-night text-on-night">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-1 px-3 pt-3 pb-2.5 sm:px-6 lg:py-4">
        <h1 className="text-xl lg:text-3xl">{challenge ? challenge.title : t('between')}</h1>
        {challenge ? (
          <p className="figures flex flex-wrap items-center gap-x-2.5 text-[0.8125rem] lg:gap-x-4 lg:text-base">
            <span className="font-semibold text-marigold">{t(`phases.${challenge.current_phase}`)}</span>
            <span>{t('daysLeft', { days: daysLeft(challenge.phase_ends_at, at) })}</span>
            <span className="text-on-night-soft">
              {t('prize', {
                winners: challenge.winners,
                prize: formatShillings(challenge.prize_per_winner, formatLocales[locale]),
              })}
            </span>
          </p>
        ) : (
          <p className="text-sm text-on-night-soft">{t('betweenDetail')}</p>
        )}
      </div>
      <div aria-hidden="true" className="pindo rotate-180" />
    </section>
  )
}
