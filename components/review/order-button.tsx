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
  return (
    <button
      type="button"
      onClick={() => address.sortBy(isOldest ? newest : oldest)}
      className={buttonStyle({ size: 'snug', className: 'shrink-0' })}
    >
      <ArrowDownUp aria-hidden="true" className="size-4" /> {t(isOldest ? 'order.oldest' : 'order.newest')}
    </button>
  )
}
