'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { untilItComes } from '#lib/client/browser/late-parts.ts'
import { MissingParts } from './missing-parts.tsx'

/** Milliseconds after the page has loaded: what is on the screen comes first. */
const LATER_MS = 2_000

/** Does what a page can do without at first: keeping the product on the device, and what is likely to be wanted next. */
export function LateHost() {
  const [Work, setWork] = useState<ComponentType | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(load, LATER_MS)
    }
    // Not by `lazy`: a line that is lost meanwhile would take the page with it.
    const load = () =>
      void untilItComes(() => import('./late-work.tsx'), true).then(({ default: loaded }) =>
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
