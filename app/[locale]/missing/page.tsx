import { MissingPage } from '#components/shell/missing-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('NotFound')

/** One cached 404 for all unknown paths (next.config.mjs). */
export default function Missing() {
  return <MissingPage />
}
