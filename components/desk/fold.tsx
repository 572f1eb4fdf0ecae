import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#components/ui/cn.ts'

export function Fold({
  words,
  className,
  children,
}: {
  words: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <details className={cn('group', className)}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-xl px-2 font-semibold hover:bg-sunken">
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
        <span>{words}</span>
      </summary>
      {children}
    </details>
  )
}
