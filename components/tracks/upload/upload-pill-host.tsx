import { Suspense, useSyncExternalStore } from 'react'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { trackUploadBegun } from '#lib/client/tracks/track-upload-begun.ts'

const UploadPill = lazyPart(() => import('./upload-pill.tsx'))

let wanted = false

/** Loads the upload's progress when an upload starts; it stays across pages. */
export function UploadPillHost() {
  const isWanted = useSyncExternalStore(trackUploadBegun.onWake, isPillWanted, () => false)
  return isWanted ? (
    <Suspense>
      <WithAllMessages>
        <UploadPill />
      </WithAllMessages>
    </Suspense>
  ) : null
}

function isPillWanted(): boolean {
  wanted ||= trackUploadBegun.isWaiting
  return wanted
}
