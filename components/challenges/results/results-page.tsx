import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonStyle } from '#components/ui/button.tsx'
import type { PastMonth } from '#lib/contract/challenges/calls.ts'
import { MonthCard } from './month-card.tsx'
import { ResultsBand } from './results-band.tsx'

export async function ResultsPage({ locale, months }: { locale: string; months: readonly PastMonth[] }) {
  const t = await getTranslations('Results')
  return (
    <>
      <ResultsBand title={t('title')}>{t('intro')}</ResultsBand>
      <div className="mx-auto max-w-5xl px-3 pt-6 pb-20 sm:px-6 lg:pt-10">
        {months.length === 0 ? <NoMonthYet /> : null}
        <ol className="grid grid-cols-1 gap-5 lg:gap-7">
          {months.map((month) => (
            <li key={month.id}>
              <MonthCard month={month} locale={locale} />
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

async function NoMonthYet() {
  const t = await getTranslations('Results')
  return (
    <div className="overflow-hidden rounded-3xl border border-line bg-surface text-center">
      <div className="px-6 py-14">
        <h2 className="text-2xl lg:text-3xl">{t('emptyTitle')}</h2>
        <p className="mx-auto mt-2 max-w-sm text-soft">{t('emptyDetail')}</p>
        <Link
          prefetch={false}
          href="/?tab=leaderboard"
          className={buttonStyle({ tone: 'loud', className: 'mt-6' })}
        >
          {t('emptyAction')}
        </Link>
      </div>
      <div aria-hidden="true" className="pindo" />
    </div>
  )
}
