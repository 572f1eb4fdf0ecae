import { CopyValue } from '#components/ui/copy-value.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { GiftView } from '#lib/contract/gifts/calls.ts'

type PaidFactsProps = {
  gift: GiftView
  words: { receipt: string; amount: string; copy: string; copied: string }
}

/** M-PESA's code for a gift, to be copied, and what was paid. Stands in a <dl>. */
export function PaidFacts({ gift, words }: PaidFactsProps) {
  const formats = useFormats()
  return (
    <>
      {gift.receipt ? <CopyValue label={words.receipt} value={gift.receipt} words={words} /> : null}
      <div className="figures flex justify-between gap-4 px-1">
        <dt className="text-soft">{words.amount}</dt>
        <dd className="font-semibold">{formats.shillings(gift.amount)}</dd>
      </div>
    </>
  )
}
