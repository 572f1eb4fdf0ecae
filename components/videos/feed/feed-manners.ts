import { watchCardKeys } from './card-keys.ts'
import { foldHeader } from './fold-header.ts'

/** Starts what the feed does beside showing videos: its keys, and the header that makes room. Answers how to stop. */
export function watchManners(): () => void {
  const endings = [watchCardKeys(), foldHeader()]
  return () => {
    for (const end of endings) end()
  }
}
