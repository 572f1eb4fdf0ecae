import { listed } from '#components/shell/page-metadata.ts'
import { SearchPage } from '#components/videos/search/search-page.tsx'
import { readHomeContent } from '#lib/web/pages/page-content.ts'

export const dynamicParams = false
export const revalidate = 5

export const generateMetadata = listed('Search', '/search')

export default async function Search() {
  const { challenge } = await readHomeContent(null)
  return <SearchPage takesGifts={challenge?.current_phase === 'voting'} />
}
