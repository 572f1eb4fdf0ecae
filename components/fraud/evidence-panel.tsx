import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { FraudSignalDetail, SignalGift } from '#lib/contract/fraud/calls.ts'

type Picking = {
  /** Ids of the picked gifts; undefined if gifts cannot be picked. */
  picked: ReadonlySet<string> | undefined
  onPick: (picked: ReadonlySet<string>) => void
}
type EvidencePanelProps = Picking & { detail: UseQueryResult<FraudSignalDetail> }

export function EvidencePanel({ detail, ...picking }: EvidencePanelProps) {
  const t = useTranslations('Signals.evidence')
  return (
    <section
      aria-label={t('title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls, also by keys
      tabIndex={0}
      className="max-h-[36dvh] low:max-h-none overflow-auto px-4 py-4 outline-offset-[-3px] lg:h-full lg:max-h-none lg:px-6"
    >
      <h3 className="text-base">{t('title')}</h3>
      <p className="mt-1 text-sm text-soft">{t('hint')}</p>
      <p className="figures mt-1 mb-3 min-h-6 font-semibold">
        {detail.data ? <Sum detail={detail.data} /> : null}
        {picking.picked?.size ? (
          <span className="ms-2">{t('picked', { gifts: picking.picked.size })}</span>
        ) : null}
      </p>
      {detail.data ? (
        <GiftTable gifts={detail.data.evidence} {...picking} />
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

const heads = ['time', 'votes', 'amount', 'phone', 'browser', 'model', 'network', 'status'] as const

function GiftTable({ gifts, picked, onPick }: Picking & { gifts: readonly SignalGift[] }) {
  const t = useTranslations('Signals.evidence')
  const pickable = gifts.filter(({ status }) => status === 'counted' || status === 'held')
  const isAll = pickable.length > 0 && picked?.size === pickable.length
  return (
    <table className="figures w-full min-w-[44rem] border-collapse text-sm">
      <caption className="sr-only">{t('title')}</caption>
      <thead>
        <tr className="border-b border-line text-start text-soft">
          {picked ? (
            <th scope="col" className="w-10 py-2">
              <input
                type="checkbox"
                className="size-5 accent-ink"
                aria-label={t('pickAll')}
                checked={isAll}
                onChange={() => onPick(new Set(isAll ? [] : pickable.map(({ id }) => id)))}
              />
            </th>
          ) : null}
          {heads.map((head) => (
            <th
              key={head}
              scope="col"
              className={cn('px-2 py-2 font-semibold', isFigure(head) ? 'text-end' : 'text-start')}
            >
              {t(`heads.${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {gifts.map((gift) => (
          <GiftRow key={gift.id} gift={gift} picked={picked} onPick={onPick} />
        ))}
      </tbody>
    </table>
  )
}

const isFigure = (head: (typeof heads)[number]) => head === 'votes' || head === 'amount'

function GiftRow({ gift, picked, onPick }: Picking & { gift: SignalGift }) {
  const t = useTranslations('Signals.evidence')
  const formats = useFormats()
  const time = gift.paid_at ? formats.moment(gift.paid_at) : t('unknown')
  const isPickable = gift.status === 'counted' || gift.status === 'held'
  return (
    <tr className="border-b border-line last:border-b-0">
      {picked ? (
        <td className="py-2">
          <input
            type="checkbox"
            className="size-5 accent-ink"
            aria-label={t('pick', { time })}
            disabled={!isPickable}
            checked={picked.has(gift.id)}
            onChange={() => onPick(toggled(picked, gift.id))}
          />
        </td>
      ) : null}
      <td className="px-2 py-2 whitespace-nowrap">{time}</td>
      <td className="px-2 py-2 text-end">{formats.count(gift.votes)}</td>
      <td className="px-2 py-2 text-end whitespace-nowrap">{formats.shillings(gift.amount)}</td>
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

function toggled(picked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return picked.has(id) ? new Set([...picked].filter((one) => one !== id)) : new Set([...picked, id])
}

/** Gives equal marks an equal colour. */
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
