'use client'

import { lazy, Suspense, useEffect, useState } from 'react'

const LateWork = lazy(() => import('./late-work.tsx'))

/** Milliseconds after the page has loaded: what is on the screen comes first. */
const LATER_MS = 2_000

/** Does what a page can do without at first: keeping the product on the device, and what is likely to be wanted next. */
export function LateHost() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
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
      <LateWork />
    </Suspense>
  ) : null
}
