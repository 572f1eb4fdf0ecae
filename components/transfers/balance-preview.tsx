import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { sumOfShillings } from '#lib/client/formats/sum-of-shillings.ts'
import type { WalletItem } from '#lib/contract/transfers/calls.ts'

type HeldWallet = Pick<WalletItem, 'id' | 'wallet_type_display' | 'amount'>

type BalancePreviewProps = {
  source: HeldWallet
  destination: HeldWallet
  /** In shillings. */
  amount: number
}

export function BalancePreview({ source, destination, amount }: BalancePreviewProps) {
  const t = useTranslations('AdminWallets.preview')
  const rows = [
    { wallet: source, after: sumOfShillings(source.amount, -amount) },
    { wallet: destination, after: sumOfShillings(destination.amount, amount) },
  ]
  return (
    <table className="w-full border-collapse rounded-2xl bg-sunken text-sm sm:text-base">
      <caption className="sr-only">{t('caption')}</caption>
      <thead>
        <tr className="text-soft">
          <th scope="col" className="px-2 sm:px-3 py-2 text-start font-semibold">
            {t('wallet')}
          </th>
          <th scope="col" className="px-2 sm:px-3 py-2 text-end font-semibold">
            {t('before')}
          </th>
          <th scope="col" className="px-2 sm:px-3 py-2 text-end font-semibold">
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ wallet, after }) => (
          <Row key={wallet.id} wallet={wallet} after={after} />
        ))}
      </tbody>
    </table>
  )
}

/** Length in characters; on phones longer amounts have KES above the number. */
const FITS_BESIDE = 13

function Row({ wallet, after }: { wallet: HeldWallet; after: number }) {
  const formats = useFormats()
  const shillings = (amount: number) => {
    const text = formats.shillings(amount)
    return text.length > FITS_BESIDE ? text.replace('\u00a0', ' ') : text
  }
  return (
    <tr className="border-t border-line">
      <th scope="row" className="px-2 sm:px-3 py-2 text-start font-semibold">
        {wallet.wallet_type_display}
      </th>
      <td className="figures px-2 sm:px-3 py-2 text-end">{shillings(wallet.amount)}</td>
      <td className="figures px-2 sm:px-3 py-2 text-end font-semibold">{shillings(after)}</td>
    </tr>
  )
}
