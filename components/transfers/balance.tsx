import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'

/**
 * Wallets that may be negative: the owner may take out more than was put in, and accounts at M-Pesa and the
 * bank may be overdrawn.
 */
const eitherSide: readonly string[] = ['owner_funds', 'mpesa_float', 'bank']

/** A wallet's balance. A negative one is marked as wrong, unless the wallet may be negative. */
export function Balance({ shillings, wallet }: { shillings: number; wallet: string }) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const isWrong = shillings < 0 && !eitherSide.includes(wallet)
  return (
    <span
      className={cn('figures font-semibold whitespace-nowrap max-md:text-sm', isWrong && 'text-alarm')}
      data-amount={wallet}
    >
      {isWrong ? (
        <>
          <TriangleAlert aria-hidden="true" className="me-1 inline size-4 align-[-2px]" />
          <span className="sr-only">{t('belowZero')}: </span>
        </>
      ) : null}
      <span>{formats.shillings(shillings)}</span>
    </span>
  )
}
