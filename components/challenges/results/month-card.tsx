import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import type { PastMonth } from '#lib/contract/challenges/calls.ts'
import { MonthFacts } from './month-facts.tsx'
import { CountingNote, NobodyNote } from './month-note.tsx'
import { PrizeBadge } from './prize-badge.tsx'
import { formatsIn } from './result-formats.ts'

export async function MonthCard({ month, locale }: { month: PastMonth; locale: string }) {
  const t = await getTranslations('Results')
  const formats = formatsIn(locale)
  return (
    <article
      aria-labelledby={`month-${month.id}`}
      className="grid gap-x-10 gap-y-5 rounded-3xl border border-line bg-surface p-4 sm:p-6 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 id={`month-${month.id}`} className="text-2xl text-wrap lg:text-3xl">
          {formats.month(month.title)}
        </h2>
        <p className="text-soft">{t('ended', { day: formats.lastDay(month.ended_at) })}</p>
        <MonthFacts month={month} locale={locale} />
        {month.phase === 'closed' ? (
          <Link
            href={`/results/${month.id}`}
            prefetch={false}
            className="tap mt-2 inline-flex items-center font-semibold underline underline-offset-4"
          >
            {t('final')}
            <span className="sr-only">: {formats.month(month.title)}</span>
          </Link>
        ) : null}
      </div>
      {month.phase === 'tallying' ? <CountingNote /> : <Winners month={month} locale={locale} />}
    </article>
  )
}

async function Winners({ month, locale }: { month: PastMonth; locale: string }) {
  const t = await getTranslations('Results')
  const formats = formatsIn(locale)
  if (month.winners.length === 0) return <NobodyNote />
  return (
    <ol
      aria-label={t('winnersOf', { month: formats.month(month.title) })}
      className="min-w-0 divide-y divide-line"
    >
      {month.winners.map((winner) => (
        <li key={winner.video_id} className="flex items-center gap-3 py-2 max-[15rem]:flex-wrap">
          <span className="figures w-7 shrink-0 text-center font-display text-2xl font-extrabold text-drum">
            <span className="sr-only">{t('rank')} </span>
            {winner.rank}
          </span>
          <div className="min-w-0 flex-1">
            <p className="font-display text-lg leading-tight font-bold wrap-anywhere">
              {winner.dancer_display_name}{' '}
              <span className="font-sans text-sm font-normal text-soft">
                {handleBeside(winner.dancer_display_name, winner.dancer_username)}
              </span>
            </p>
            <Link
              href={`/video/${winner.video_id}`}
              prefetch={false}
              className="tap inline-flex items-center leading-tight text-soft underline underline-offset-4 wrap-anywhere hover:text-ink"
            >
              {winner.title}
            </Link>
          </div>
          <div className="figures grid shrink-0 justify-items-end gap-1.5">
            <p className="font-display text-xl leading-none font-extrabold">
              {formats.count(winner.vote_count)}{' '}
              <span className="font-sans text-sm font-normal text-soft">
                {t('votesWord', { count: winner.vote_count })}
              </span>
            </p>
            <PrizeBadge>{formats.shillings(winner.prize)}</PrizeBadge>
          </div>
        </li>
      ))}
    </ol>
  )
}
