import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { CashJournal } from '#lib/contract/cash/calls.ts'
import { cashPlaces } from '#lib/contract/cash/constants.ts'

export function useCashWords() {
  const t = useTranslations('AdminBooks')
  const formats = useFormats()
  /** For example `Working account → Bank`. */
  const route = ({ changes, kind }: CashJournal) => {
    const from = cashPlaces.filter((place) => changes[place] < 0).map((place) => t(`places.${place}`))
    const to = cashPlaces.filter((place) => changes[place] > 0).map((place) => t(`places.${place}`))
    const isCharge = kind === 'mpesa_charge' || kind === 'bank_charge'
    const outside = isCharge ? 'charge' : kind === 'tax_payment' ? 'tax' : 'owner'
    const other = t(`route.${kind === 'opening' ? 'start' : outside}`)
    return t('route.to', { from: from.join(', ') || other, to: to.join(', ') || other })
  }
  /** For example `Working account +KES 500, Bank −KES 500`. */
  const effect = (changes: CashJournal['changes']) =>
    cashPlaces
      .filter((place) => changes[place] !== 0)
      .map((place) =>
        t('form.change', {
          account: t(`places.${place}`),
          amount: `${changes[place] > 0 ? '+' : '−'}${formats.shillings(Math.abs(changes[place]))}`,
        }),
      )
      .join(', ')
  const title = ({ kind, reverses }: CashJournal) =>
    reverses ? t('route.reversed', { reference: reverses }) : t(`kinds.${kind}`)
  /** People enter a day; M-Pesa and reversals have a time. */
  const when = ({ happened_at, proposed_by, reverses }: CashJournal) =>
    proposed_by !== null && reverses === null ? formats.day(happened_at) : formats.moment(happened_at)
  return { route, effect, title, when }
}
