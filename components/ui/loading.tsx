import { cn } from './cn.ts'

/** A grey block, with words for screen readers. @param bone its classes */
export function Loading({ words, bone, className }: { words: string; bone: string; className?: string }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{words}</span>
      <div aria-hidden="true" className={cn('bone', bone)} />
    </div>
  )
}
