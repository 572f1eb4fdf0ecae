import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'

/** The owner may have taken out more than they put in, and M-Pesa's and the bank's accounts may be overdrawn. */
const eitherSide: readonly string[] = ['owner_funds', 'mpesa_float', 'bank']

/** On its normal side. Only these wallets can be negative. */
export function Balance({ shillings, wallet }: { shillings: number; wallet: string }) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const isWrong = shillings < 0 && !eitherSide.includes(wallet)
  return (
    <span className={cn('figures font-semibold wrap-anywhere', isWrong && 'text-alarm')} data-amount={wallet}>
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
