'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { loadWithRetry } from '#lib/client/browser/lazy-parts.ts'
import { MissingParts } from './missing-parts.tsx'

/** Delay after the page has loaded. */
const LATER_MS = 2_000

/** Loads deferred-work.tsx after the page. */
export function DeferredHost() {
  const [Work, setWork] = useState<ComponentType | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(load, LATER_MS)
    }
    // Not `lazy`, because a failed load would remove the page.
    const load = () =>
      void loadWithRetry(() => import('./deferred-work.tsx'), true).then(({ default: loaded }) =>
        setWork(() => loaded),
      )
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => {
      window.removeEventListener('load', wait)
      clearTimeout(timer)
    }
  }, [])
  return (
    <>
      <MissingParts />
      {Work ? <Work /> : null}
    </>
  )
}
