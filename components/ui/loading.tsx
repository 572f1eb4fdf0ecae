import { cn } from './cn.ts'

/** Stands where something is on its way: a grey block to the eye, and words to who does not see. @param bone its classes */
export function Loading({ words, bone, className }: { words: string; bone: string; className?: string }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{words}</span>
      <div aria-hidden="true" className={cn('bone', bone)} />
    </div>
  )
}
