'use client'

import { lazy, Suspense, useState } from 'react'
import { useAfterLoad } from '#components/ui/use-after-load.ts'

const WorkerNotes = lazy(() => import('./worker-notes.tsx'))

/** Loads what keeps the product on the device, when the page has nothing else to do. */
export function WorkerHost() {
  const [isTime, setIsTime] = useState(false)
  useAfterLoad(() => setIsTime(true), 2_000)
  return isTime ? (
    <Suspense>
      <WorkerNotes />
    </Suspense>
  ) : null
}
