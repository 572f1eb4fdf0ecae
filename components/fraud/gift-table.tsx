import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { SignalGift } from '#lib/contract/fraud/calls.ts'

export type Picking = {
  /** Ids; undefined if gifts cannot be picked. */
  picked: ReadonlySet<string> | undefined
  onPick: (picked: ReadonlySet<string>) => void
  /** Ids of the gifts of a pending proposal. */
  proposed: readonly string[]
}

type GiftTableProps = Picking & {
  gifts: readonly SignalGift[]
  /** The gifts that the search found, or all. */
  shown: readonly SignalGift[]
}

const heads = ['time', 'votes', 'amount', 'phone', 'browser', 'model', 'network', 'status'] as const

/** Rows that small screens show at first, because the actions follow below. */
const FIRST = 5

/** The gifts of a signal. On phones each row is a card: the first cell also shows the hidden columns. */
export function GiftTable({ gifts, shown, picked, onPick, proposed }: GiftTableProps) {
  const t = useTranslations('Signals.evidence')
  const [isWhole, setIsWhole] = useState(false)
  const pickable = shown.filter(isPickable).map(({ id }) => id)
  const isAll = pickable.length > 0 && pickable.every((id) => picked?.has(id))
  // A proposal on all gifts needs no marks.
  const isPart = gifts.some((gift) => isPickable(gift) && !proposed.includes(gift.id))
  const marked = new Set(isPart ? proposed : [])
  return (
    <>
      <table className="figures w-full border-collapse text-sm md:min-w-[44rem]">
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
                  onChange={() => onPick(withAll(picked, pickable))}
                />
              </th>
            ) : null}
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className={cn(
                  'px-2 py-2 font-semibold',
                  isFigure(head) ? 'text-end' : 'text-start',
                  isOnPhone(head) ? '' : 'max-md:hidden',
                )}
              >
                {t(`heads.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((gift, row) => (
            <GiftRow
              key={gift.id}
              gift={gift}
              picked={picked}
              onPick={onPick}
              isProposed={marked.has(gift.id)}
              isLater={!isWhole && row >= FIRST}
            />
          ))}
        </tbody>
      </table>
      {shown.length > FIRST ? (
        <Button tone="quiet" className="lg:hidden" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('fewer') : t('whole', { gifts: shown.length })}
        </Button>
      ) : null}
    </>
  )
}

const isFigure = (head: (typeof heads)[number]) => head === 'votes' || head === 'amount'
const isOnPhone = (head: (typeof heads)[number]) => head === 'time' || head === 'amount'

/** Whether an action can change the gift. */
export const isPickable = ({ status }: SignalGift) => status === 'counted' || status === 'held'

type GiftRowProps = Omit<Picking, 'proposed'> & {
  gift: SignalGift
  isProposed: boolean
  /** Small screens hide the row at first. */
  isLater: boolean
}

function GiftRow({ gift, picked, onPick, isProposed, isLater }: GiftRowProps) {
  const t = useTranslations('Signals.evidence')
  const formats = useFormats()
  const time = gift.paid_at ? formats.moment(gift.paid_at) : t('unknown')
  const wide = 'px-2 py-2 whitespace-nowrap max-md:hidden'
  return (
    <tr className={cn('border-b border-line last:border-b-0', isLater && 'max-lg:hidden')}>
      {picked ? (
        <td className="py-2">
          <input
            type="checkbox"
            className="size-5 accent-ink"
            aria-label={t('pick', { time })}
            disabled={!isPickable(gift)}
            checked={picked.has(gift.id)}
            onChange={() => onPick(toggled(picked, gift.id))}
          />
        </td>
      ) : null}
      <th scope="row" className="px-2 py-2 text-start font-normal">
        <span className="whitespace-nowrap">{time}</span>
        {gift.receipt ? <span className="block text-soft">{gift.receipt}</span> : null}
        <span className="grid gap-0.5 md:hidden">
          <Phone gift={gift} />
          <span className="flex flex-wrap gap-x-3">
            {(['browser', 'model', 'network'] as const).map((name) => (
              <span key={name} className="inline-flex gap-1">
                <span className="text-soft">{t(`heads.${name}`)}</span> <Mark mark={gift[name]} />
              </span>
            ))}
          </span>
          <Status gift={gift} isProposed={isProposed} />
        </span>
      </th>
      <td className={cn(wide, 'text-end')}>{formats.count(gift.votes)}</td>
      <td className="px-2 py-2 text-end whitespace-nowrap max-md:align-top">
        {formats.shillings(gift.amount)}
      </td>
      <td className={wide}>
        <Phone gift={gift} />
      </td>
      {(['browser', 'model', 'network'] as const).map((name) => (
        <td key={name} className={wide}>
          <Mark mark={gift[name]} />
        </td>
      ))}
      <td className="px-2 py-2 max-md:hidden">
        <Status gift={gift} isProposed={isProposed} />
      </td>
    </tr>
  )
}

/** Adds all of these gifts, or removes them if all are picked. Picked gifts outside of the search stay. */
export function withAll(picked: ReadonlySet<string>, shown: readonly string[]): ReadonlySet<string> {
  const isAll = shown.every((id) => picked.has(id))
  const others = [...picked].filter((id) => !shown.includes(id))
  return new Set(isAll ? others : [...others, ...shown])
}

function toggled(picked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return picked.has(id) ? new Set([...picked].filter((one) => one !== id)) : new Set([...picked, id])
}

function Phone({ gift: { phone, payer } }: { gift: SignalGift }) {
  const t = useTranslations('Signals.evidence')
  return (
    <span>
      {phone ? formatPhone(phone) : t('unknown')}
      {payer === null ? null : <span className="ms-1.5 text-soft">{t('payer', { payer })}</span>}
    </span>
  )
}

function Status({ gift, isProposed }: { gift: SignalGift; isProposed: boolean }) {
  const t = useTranslations('Signals.evidence')
  return (
    <span>
      {t(`statuses.${gift.status}`)}
      {isProposed ? (
        <span className="ms-1.5 rounded-full bg-marigold px-2 font-semibold text-on-marigold">
          {t('proposed')}
        </span>
      ) : null}
    </span>
  )
}

/** Equal marks have an equal colour. */
function Mark({ mark }: { mark: string }) {
  const t = useTranslations('Signals.evidence')
  const hue = Number.parseInt(mark.slice(0, 3) || '0', 16) % 360
  if (!mark) return <span>{t('unknown')}</span>
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        aria-hidden="true"
        className="size-2.5 rounded-full"
        style={{ backgroundColor: `hsl(${hue} 65% 50%)` }}
      />
      {mark}
    </span>
  )
}
