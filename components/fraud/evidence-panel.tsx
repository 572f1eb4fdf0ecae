import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { SearchField } from '#components/desk/search-field.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import type { FraudSignalDetail, SignalGift } from '#lib/contract/fraud/calls.ts'
import { GiftTable, type Picking } from './gift-table.tsx'

type EvidencePanelProps = Picking & { detail: UseQueryResult<FraudSignalDetail> }

/** So few gifts need no search. */
const FEW = 10

export function EvidencePanel({ detail, ...picking }: EvidencePanelProps) {
  const t = useTranslations('Signals.evidence')
  const [words, setWords] = useState('')
  const gifts = detail.data?.evidence ?? []
  const found = gifts.filter((gift) => matchesGift(gift, words))
  return (
    <section
      aria-label={t('title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className="overflow-x-auto px-4 py-4 outline-offset-[-3px] lg:h-full lg:overflow-auto lg:px-6"
    >
      <h3 className="text-base">{t('title')}</h3>
      <p className="mt-1 text-sm text-soft">{t('hint')}</p>
      <p className="figures mt-1 mb-3 min-h-6 font-semibold">
        {detail.data ? <Sum detail={detail.data} /> : null}
        {picking.picked?.size ? (
          <span className="ms-2">{t('picked', { gifts: picking.picked.size })}</span>
        ) : null}
      </p>
      {gifts.length > FEW ? <SearchField label={t('search')} value={words} onSearch={setWords} /> : null}
      {detail.data ? (
        found.length === 0 && words !== '' ? (
          <p className="py-4 text-soft">{t('nothingFound')}</p>
        ) : (
          <GiftTable gifts={gifts} shown={found} {...picking} />
        )
      ) : detail.isError ? (
        <LoadFailed words={t('failed')} onRetry={detail.refetch} retrying={detail.isFetching} />
      ) : (
        <Loading words={t('loading')} skeleton="h-40" />
      )}
    </section>
  )
}

function Sum({ detail: { evidence, gifts } }: { detail: FraudSignalDetail }) {
  const t = useTranslations('Signals.evidence')
  const phones = new Set(evidence.map(({ payer }) => payer).filter((payer) => payer !== null)).size
  const sum = t('sum', { phones, gifts: evidence.length })
  return <span>{evidence.length < gifts ? `${sum} ${t('more', { gifts })}` : sum}</span>
}

/**
 * Whether a gift has these words in its receipt, or this phone or its end. Phones are masked, so only their
 * shown digits are compared: several gifts can match one phone.
 */
export function matchesGift(
  { receipt, phone }: Pick<SignalGift, 'receipt' | 'phone'>,
  words: string,
): boolean {
  const typed = words.replaceAll(/[\s+-]/g, '').toUpperCase()
  if (receipt?.includes(typed)) return true
  const [, start = '', end = ''] = /^254(\d)\D+(\d{3})$/.exec(phone) ?? []
  if (end === '' || /\D/.test(typed)) return typed === ''
  const national = typed.replace(/^(254|0)(?=\d{9}$)/, '')
  if (national.length <= end.length) return end.includes(national)
  return national.endsWith(end) && (national.length < 9 || national.startsWith(start))
}
