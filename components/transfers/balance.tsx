import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { useFormats } from '#components/ui/use-formats.ts'

/** By its normal side: below zero something is wrong. */
export function Balance({ shillings, wallet }: { shillings: number; wallet: string }) {
  const t = useTranslations('AdminWallets')
  const formats = useFormats()
  const isWrong = shillings < 0
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
