import { watchCardKeys } from './card-keys.ts'
import { foldHeader } from './fold-header.ts'
import { watchTouches } from './stage-touches.ts'

/** Starts what the feed does beside showing videos: its keys, what fingers mean, and the header that makes room. Answers how to stop. */
export function watchManners(): () => void {
  const endings = [watchCardKeys(), watchTouches(), foldHeader()]
  return () => {
    for (const end of endings) end()
  }
}
