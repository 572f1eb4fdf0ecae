import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { SelectBox } from './select-box.tsx'
import type { Selection } from './use-selection.ts'

type ChooserProps<Row extends { id: string }> = {
  /** Without a selection there is no checkbox. */
  selection?: Selection<Row>
  id: string
  title: string
  children: ReactNode
}

export function Chooser<Row extends { id: string }>({ selection, id, title, children }: ChooserProps<Row>) {
  const t = useTranslations('Review.bulk')
  return (
    <span className="flex min-w-0 items-center gap-2 sm:gap-3">
      {selection ? (
        <SelectBox
          label={t('select', { what: title })}
          isSelected={selection.isSelected(id)}
          onToggle={() => selection.toggle(id)}
        />
      ) : null}
      <span className="contents">{children}</span>
    </span>
  )
}
