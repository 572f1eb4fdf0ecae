import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'

export function Facts({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="mb-5 last:mb-0">
      {title ? <h3 className="mb-1 text-base">{title}</h3> : null}
      <dl className="divide-y divide-line">{children}</dl>
    </section>
  )
}

type FactProps = {
  name: string
  children: ReactNode
  figures?: boolean
  beside?: ReactNode
  below?: ReactNode
}

export function Fact({ name, children, figures = false, beside, below }: FactProps) {
  const t = useTranslations('Review')
  return (
    <div className="flex min-h-9 flex-wrap items-baseline gap-x-3 py-1.5">
      <dt className="w-32 shrink-0 text-sm text-soft">{name}</dt>
      <dd className={cn('min-w-0 flex-1 font-semibold wrap-anywhere', figures && 'figures')}>
        {children || <span className="font-normal text-soft">{t('notGiven')}</span>}
      </dd>
      {beside ? <dd className="shrink-0">{beside}</dd> : null}
      {below ? <dd className="basis-full">{below}</dd> : null}
    </div>
  )
}
