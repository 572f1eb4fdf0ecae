'use client'

import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { TallySummary } from '#lib/contract/tally/calls.ts'

const hashStyle = 'mt-1 block font-mono text-sm break-all'

/** The end of the chain and what was published before, and what it takes to check it without this page. */
export function ChainDetails({ summary }: { summary: TallySummary }) {
  const t = useTranslations('Tally')
  const formats = useFormats()
  const heads = summary.heads.toReversed()
  return (
    <section className="rounded-3xl border border-line bg-surface p-5 lg:p-6">
      <h2 className="text-xl">{t('fingerprint')}</h2>
      <code data-testid="tally-head" className={hashStyle}>
        {summary.head.hash}
      </code>
      <details className="mt-3 border-t border-line">
        <summary className={summaryStyle}>
          {t('published', { heads: heads.length, count: formats.count(heads.length) })}
        </summary>
        <ol className="grid gap-3 pb-2">
          {heads.map((head) => (
            <li key={head.published_at}>
              <span className="text-sm text-soft">
                {t('publishedAt', {
                  moment: formats.moment(head.published_at),
                  position: formats.count(head.position),
                })}
              </span>
              <code className={hashStyle}>{head.hash}</code>
            </li>
          ))}
        </ol>
      </details>
      <details className="border-t border-line">
        <summary className={summaryStyle}>{t('program')}</summary>
        <div className="grid gap-3 pb-2">
          <p>{t('programDetail')}</p>
          <code className="block rounded-2xl bg-sunken px-3 py-2 font-mono text-sm break-words">
            {`printf '%s' "$previous,$line" | sha256sum`}
          </code>
          <p>{t('programPayment')}</p>
          <dl className="grid gap-2">
            <div>
              <dt className="text-sm text-soft">{t('programChallenge')}</dt>
              <dd className="font-mono text-sm break-all">{summary.challenge.id}</dd>
            </div>
            <div>
              <dt className="text-sm text-soft">{t('programSalt')}</dt>
              <dd className="font-mono text-sm break-all">{summary.salt}</dd>
            </div>
          </dl>
        </div>
      </details>
    </section>
  )
}

const summaryStyle = 'min-h-12 cursor-pointer py-3 font-semibold'
