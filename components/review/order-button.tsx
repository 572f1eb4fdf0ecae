import { ArrowDownUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { TableAddress } from '#components/desk/use-table-address.ts'
import { buttonStyle } from '#components/ui/button.tsx'

type OrderButtonProps<Sort extends string> = {
  address: Pick<TableAddress<Sort>, 'sort' | 'sortBy'>
  sorts: readonly [newest: Sort, oldest: Sort]
}

export function OrderButton<Sort extends string>({
  address,
  sorts: [newest, oldest],
}: OrderButtonProps<Sort>) {
  const t = useTranslations('Officer')
  const isOldest = address.sort === oldest
  const words = t(isOldest ? 'order.oldest' : 'order.newest')
  return (
    <button
      type="button"
      title={words}
      onClick={() => address.sortBy(isOldest ? newest : oldest)}
      className={buttonStyle({ size: 'snug', className: 'shrink-0 max-md:w-11 max-md:px-0' })}
    >
      <ArrowDownUp aria-hidden="true" className="size-4" />
      <span className="max-md:sr-only">{words}</span>
    </button>
  )
}
