import { cn } from './cn.ts'

/** A grey block while loading, with words for screen readers. @param skeleton the block's classes */
export function Loading({
  words,
  skeleton,
  className,
}: {
  words: string
  skeleton: string
  className?: string
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{words}</span>
      <div aria-hidden="true" className={cn('skeleton', skeleton)} />
    </div>
  )
}
