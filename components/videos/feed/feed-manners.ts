import { watchCardKeys } from './card-keys.ts'
import { foldHeader } from './fold-header.ts'
import { watchTouches } from './stage-touches.ts'

export function watchManners(): () => void {
  const endings = [watchCardKeys(), watchTouches(), foldHeader()]
  return () => {
    for (const end of endings) end()
  }
}
