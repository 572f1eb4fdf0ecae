'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { unbroken } from '#components/ui/unbroken.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { TallySummary } from '#lib/contract/tally/calls.ts'
import { CheckPanel } from './check-panel.tsx'
import { FindGift } from './find-gift.tsx'
import { TotalsTable } from './totals-table.tsx'
import { useTally } from './use-tally.ts'

type TallyScreenProps = { challengeId: string; how: ReactNode }

export function TallyScreen({ challengeId, how }: TallyScreenProps) {
  const t = useTranslations('Tally')
  const { summary, failed, reload, check, start, readAll } = useTally(challengeId)
  if (!summary) {
    if (failed)
      return (
        <Placed>
          <LoadFailed words={t('failed')} onRetry={reload} />
        </Placed>
      )
    return (
      // Own key, because a reused element would count as a layout shift.
      <Placed key="loading">
        <p role="status" className="sr-only">
          {t('loading')}
        </p>
        {/* As high as the screen, like the loaded page: otherwise the footer would appear and move. */}
        <div aria-hidden="true" className="skeleton h-svh" />
        <div aria-hidden="true" className="skeleton h-svh" />
      </Placed>
    )
  }
  const hashes = check.kind === 'done' ? check.hashes : null
  return (
    <Placed>
      <CheckPanel summary={summary} check={check} onCheck={start} />
      <div className="grid min-w-0 grid-cols-1 content-start gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <FindGift challengeId={challengeId} salt={summary.salt} hashes={hashes} />
        {how}
        <ChainDetails summary={summary} />
      </div>
      <TotalsTable summary={summary} verdict={check.kind === 'done' ? check.verdict : null} onAll={readAll} />
    </Placed>
  )
}

function Placed({ children }: { children: ReactNode }) {
  return (
    <div className="mt-8 grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8">
      {children}
    </div>
  )
}

const hashStyle = 'mt-1 block font-mono text-sm break-all'

/** The chain's head and the published earlier heads, to check the tally without this page. */
function ChainDetails({ summary }: { summary: TallySummary }) {
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
        <ol className="grid grid-cols-1 gap-3 pb-2">
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
        <div className="grid grid-cols-1 gap-3 pb-2">
          <p>{t('programDetail')}</p>
          <code className="block rounded-2xl bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
            {`printf '%s' "$previous,$line" | sha256sum`}
          </code>
          <p>{unbroken(t('programPayment'))}</p>
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
