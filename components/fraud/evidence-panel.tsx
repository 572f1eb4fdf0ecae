import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { FraudSignalDetail, SignalGift } from '#lib/contract/fraud/calls.ts'

/** The gifts that a signal was made from. */
export function EvidencePanel({ detail }: { detail: UseQueryResult<FraudSignalDetail> }) {
  const t = useTranslations('Signals.evidence')
  return (
    <section
      aria-label={t('title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to
      tabIndex={0}
      className="max-h-[36dvh] low:max-h-none overflow-auto px-4 py-4 outline-offset-[-3px] lg:h-full lg:max-h-none lg:px-6"
    >
      <h3 className="text-base">{t('title')}</h3>
      <p className="mt-1 text-sm text-soft">{t('hint')}</p>
      <p className="figures mt-1 mb-3 min-h-6 font-semibold">
        {detail.data ? <Sum detail={detail.data} /> : null}
      </p>
      {detail.data ? (
        <GiftTable gifts={detail.data.evidence} />
      ) : detail.isError ? (
        <LoadFailed words={t('failed')} onRetry={detail.refetch} retrying={detail.isFetching} />
      ) : (
        <Loading words={t('loading')} bone="h-40" />
      )}
    </section>
  )
}

/** How many phones and gifts the table has, and of how many the signal was made. */
function Sum({ detail: { evidence, gifts } }: { detail: FraudSignalDetail }) {
  const t = useTranslations('Signals.evidence')
  const phones = new Set(evidence.map(({ payer }) => payer).filter((payer) => payer !== null)).size
  const sum = t('sum', { phones, gifts: evidence.length })
  return <span>{evidence.length < gifts ? `${sum} ${t('more', { gifts })}` : sum}</span>
}

const heads = ['time', 'votes', 'phone', 'browser', 'model', 'network', 'status'] as const

function GiftTable({ gifts }: { gifts: readonly SignalGift[] }) {
  const t = useTranslations('Signals.evidence')
  return (
    <table className="figures w-full min-w-[44rem] border-collapse text-sm">
      <caption className="sr-only">{t('title')}</caption>
      <thead>
        <tr className="border-b border-line text-start text-soft">
          {heads.map((head) => (
            <th key={head} scope="col" className="px-2 py-2 text-start font-semibold first:ps-0">
              {t(`heads.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {gifts.map((gift) => (
          <GiftRow key={gift.id} gift={gift} />
        ))}
      </tbody>
    </table>
  )
}

function GiftRow({ gift }: { gift: SignalGift }) {
  const t = useTranslations('Signals.evidence')
  const formats = useFormats()
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className="py-2 pe-2 whitespace-nowrap">
        {gift.paid_at ? formats.moment(gift.paid_at) : t('unknown')}
      </td>
      <td className="px-2 py-2">{formats.count(gift.votes)}</td>
      <td className="px-2 py-2 whitespace-nowrap">
        {gift.phone ? formatPhone(gift.phone) : t('unknown')}
        {gift.payer === null ? null : (
          <span className="ms-1.5 text-soft">{t('payer', { payer: gift.payer })}</span>
        )}
      </td>
      <Mark mark={gift.browser} />
      <Mark mark={gift.model} />
      <Mark mark={gift.network} />
      <td className="px-2 py-2">{t(`statuses.${gift.status}`)}</td>
    </tr>
  )
}

/** Equal marks are of one thing: each has its colour, so that eyes find them. */
function Mark({ mark }: { mark: string }) {
  const t = useTranslations('Signals.evidence')
  const hue = Number.parseInt(mark.slice(0, 3) || '0', 16) % 360
  return (
    <td className="px-2 py-2 whitespace-nowrap">
      {mark ? (
        <span className="inline-flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="size-2.5 rounded-full"
            style={{ backgroundColor: `hsl(${hue} 65% 50%)` }}
          />
          {mark}
        </span>
      ) : (
        t('unknown')
      )}
    </td>
  )
}
