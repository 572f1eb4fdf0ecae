import { Download } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { saveAsFile } from '#lib/client/browser/save-as-file.ts'
import { sumOfShillings } from '#lib/client/formats/sum-of-shillings.ts'
import type { RoyaltyStatement, RunningStatement } from '#lib/contract/royalties/calls.ts'
import { StatementLines } from './statement-lines.tsx'
import { useStatementFile } from './use-statement-file.ts'

export function StatementCard({ statement }: { statement: RoyaltyStatement | RunningStatement }) {
  const t = useTranslations('Statements')
  const monthTitle = useMonthTitle()
  const formats = useFormats()
  const { challenge_title: month, royalty, vote_earnings } = statement
  const id = `statement-${statement.challenge_id}`
  const rounding = royaltyRounding(statement)
  const numbers = {
    pool: formats.shillings(statement.pool),
    videos: formats.count(statement.videos),
    all: formats.count(statement.all_videos),
    royalty: formats.shillings(royalty),
  }
  return (
    <article
      aria-labelledby={id}
      className="grid grid-cols-1 gap-5 rounded-3xl border border-line bg-surface p-4 max-[22rem]:p-3 sm:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h2 id={id} className="text-2xl wrap-anywhere">
            {monthTitle(month)}
          </h2>
          {'closed_at' in statement ? (
            <p className="text-soft">{t('closed', { day: formats.day(statement.closed_at) })}</p>
          ) : (
            <p className="mt-1 inline-block rounded-full bg-marigold px-3 py-0.5 text-sm font-bold text-on-marigold">
              {t('running.badge')}
            </p>
          )}
        </div>
        <dl className="figures sm:text-end">
          <dt className="text-sm text-soft">{t('earnedInAll')}</dt>
          <dd className="font-display text-3xl leading-tight font-extrabold">
            {formats.shillings(sumOfShillings(royalty, vote_earnings))}
          </dd>
        </dl>
      </header>
      <div className="rounded-2xl bg-sunken px-4 py-3">
        <p className="text-sm text-soft">{t('formula')}</p>
        <p className="figures mt-0.5 font-semibold">
          {rounding === 0
            ? t('numbers', numbers)
            : t('numbersRounded', {
                ...numbers,
                exact: formats.shillings(sumOfShillings(royalty, -rounding)),
                sign: rounding > 0 ? '+' : '−',
                cents: formats.shillings(Math.abs(rounding)),
              })}
        </p>
      </div>
      {/* With doubled text size the three columns are wider than a phone. */}
      <div className="max-[15rem]:overflow-x-auto">
        <StatementLines statement={statement} />
      </div>
      {statement.tax > 0 ? <AfterTax statement={statement} /> : null}
      <footer className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-t border-line pt-4">
        <p className="min-w-0 flex-1 basis-64 text-sm text-soft">
          {t(
            'closed_at' in statement
              ? statement.tax > 0
                ? 'earnedInAllNoteTaxed'
                : 'earnedInAllNote'
              : 'running.note',
          )}
        </p>
        {'closed_at' in statement ? <DownloadCsv statement={statement} /> : null}
      </footer>
    </article>
  )
}

function AfterTax({ statement: { royalty, tax } }: { statement: RunningStatement }) {
  const t = useTranslations('Statements.afterTax')
  const formats = useFormats()
  const rows = [
    ['gross', royalty],
    ['tax', -tax],
    ['net', sumOfShillings(royalty, -tax)],
  ] as const
  return (
    <dl aria-label={t('title')} className="figures grid gap-1">
      {rows.map(([name, amount]) => (
        <div key={name} className="flex justify-between gap-4 last:font-bold">
          <dt>{t(name)}</dt>
          <dd className="whitespace-nowrap">{formats.shillings(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function DownloadCsv({ statement }: { statement: RoyaltyStatement }) {
  const t = useTranslations('Statements')
  const month = useMonthTitle()(statement.challenge_title)
  const { name, csv } = useStatementFile(statement)
  return (
    <Button onClick={() => saveAsFile(name, csv(), 'text/csv;charset=utf-8')}>
      <Download aria-hidden="true" className="size-5" /> {t('download')}
      <span className="sr-only">: {month}</span>
    </Button>
  )
}

type Counted = Pick<RunningStatement, 'pool' | 'videos' | 'all_videos' | 'royalty'>

/**
 * Shillings between a royalty and pool × videos ÷ all videos. Tracks are rounded singly by largest remainder
 * (lib/domain/royalties/policy.ts), so sums can differ by some cents.
 */
function royaltyRounding({ pool, videos, all_videos: all, royalty }: Counted): number {
  if (all === 0) return 0
  const exact = Math.round((Math.round(pool * 100) * videos) / all)
  return (Math.round(royalty * 100) - exact) / 100
}
