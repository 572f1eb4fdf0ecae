'use client'

import { lazy, Suspense, useEffect, useState } from 'react'

const WorkerNotes = lazy(() => import('./worker-notes.tsx'))

/** Milliseconds after the page has loaded: what is on the screen comes first. */
const LATER_MS = 2_000

/** Loads what keeps the product on the device, when the page is there and has nothing else to do. */
export function WorkerHost() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => setIsTime(true), LATER_MS)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => {
      window.removeEventListener('load', wait)
      clearTimeout(timer)
    }
  }, [])
  return isTime ? (
    <Suspense>
      <WorkerNotes />
    </Suspense>
  ) : null
}
