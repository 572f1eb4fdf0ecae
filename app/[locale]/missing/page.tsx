import type { Metadata } from 'next'
import { MissingPage } from '#components/shell/missing-page.tsx'

export const dynamicParams = false

export const metadata: Metadata = { robots: { index: false } }

/** Every path that is no page is led here (next.config.mjs), so that one kept 404 answers all of them. */
export default function Missing() {
  return <MissingPage />
}
