'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { ChainDetails } from './chain-details.tsx'
import { CheckPanel } from './check-panel.tsx'
import { FindGift } from './find-gift.tsx'
import { TotalsTable } from './totals-table.tsx'
import { useTally } from './use-tally.ts'

type TallyScreenProps = { challengeId: string; how: ReactNode }

/** Check the count, find a gift, read the totals; on a desk the second beside the others. */
export function TallyScreen({ challengeId, how }: TallyScreenProps) {
  const t = useTranslations('Tally')
  const { summary, failed, reload, check, start } = useTally(challengeId)
  if (!summary) {
    if (failed)
      return (
        <Placed>
          <LoadFailed words={t('failed')} onRetry={reload} />
        </Placed>
      )
    return (
      <Placed>
        <p role="status" className="sr-only">
          {t('loading')}
        </p>
        <div aria-hidden="true" className="bone h-64" />
        <div aria-hidden="true" className="bone h-64" />
      </Placed>
    )
  }
  const hashes = check.kind === 'done' ? check.hashes : null
  return (
    <Placed>
      <CheckPanel summary={summary} check={check} onCheck={start} />
      <div className="grid min-w-0 content-start gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <FindGift challengeId={challengeId} salt={summary.salt} hashes={hashes} />
        {how}
        <ChainDetails summary={summary} />
      </div>
      <TotalsTable totals={summary.totals} verdict={check.kind === 'done' ? check.verdict : null} />
    </Placed>
  )
}

function Placed({ children }: { children: ReactNode }) {
  return (
    <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8">
      {children}
    </div>
  )
}
