import { MissingPage } from '#components/shell/missing-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('NotFound')

/** Every path that is no page is led here (next.config.mjs), so that one kept 404 answers all of them. */
export default function Missing() {
  return <MissingPage />
}
