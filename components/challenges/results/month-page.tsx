import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { MonthResults } from '#lib/contract/challenges/calls.ts'
import { FinalTable } from './final-table.tsx'
import { MonthFacts } from './month-facts.tsx'
import { CountingNote, NobodyNote } from './month-note.tsx'
import { formatsIn } from './result-formats.ts'
import { ResultsBand } from './results-band.tsx'

export async function MonthPage({ month, locale }: { month: MonthResults; locale: string }) {
  const [t, tally] = await Promise.all([getTranslations('Results'), getTranslations('Tally')])
  const formats = formatsIn(locale)
  return (
    <>
      <ResultsBand
        title={t('monthTitle', { month: formats.month(month.title) })}
        before={
          <Link
            href="/results"
            prefetch={false}
            className="tap mb-1 inline-flex items-center gap-2 font-semibold underline underline-offset-4"
          >
            <ArrowLeft aria-hidden="true" className="size-5" /> {t('all')}
          </Link>
        }
      >
        {t('ended', { day: formats.lastDay(month.ended_at) })}
      </ResultsBand>
      <div className="mx-auto grid max-w-5xl grid-cols-1 items-start gap-8 px-3 pt-6 pb-20 sm:px-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:pt-10">
        <aside
          aria-label={t('inNumbers')}
          className="rounded-3xl border border-line bg-surface p-5 pt-2 lg:order-last"
        >
          <MonthFacts month={month} locale={locale} />
          <Link
            href={`/tally/${month.id}`}
            prefetch={false}
            className="mt-2 flex min-h-11 items-center text-soft underline hover:text-ink"
          >
            {tally('title')}
          </Link>
        </aside>
        {month.phase === 'tallying' ? <CountingNote /> : <FinalBoard month={month} locale={locale} />}
      </div>
    </>
  )
}

async function FinalBoard({ month, locale }: { month: MonthResults; locale: string }) {
  const t = await getTranslations('Results')
  return (
    <section aria-labelledby="final-title" className="min-w-0">
      <h2 id="final-title" className="text-2xl lg:text-3xl">
        {t('final')}
      </h2>
      {month.places.length === 0 ? (
        <div className="mt-3">
          <NobodyNote />
        </div>
      ) : (
        <FinalTable
          places={month.places}
          locale={locale}
          caption={t('caption', { month: formatsIn(locale).month(month.title) })}
        />
      )}
    </section>
  )
}
