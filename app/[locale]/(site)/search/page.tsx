import { getTranslations } from 'next-intl/server'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { listed } from '#components/shell/page-metadata.ts'
import { SearchScreen } from '#components/videos/search/search-screen.tsx'
import { readHomeContent } from '#lib/web/pages/page-content.ts'

export const dynamicParams = false
export const revalidate = 5

export const generateMetadata = listed('Search', '/search')

export default async function Search() {
  const { challenge } = await readHomeContent(null)
  return <SearchPage takesGifts={challenge?.current_phase === 'voting'} />
}

async function SearchPage({ takesGifts }: { takesGifts: boolean }) {
  const t = await getTranslations('Search')
  return (
    <div className="mx-auto max-w-4xl px-3 pt-5 pb-10 sm:px-6 lg:pt-10">
      <div className="feed-top">
        <h1 className="text-3xl lg:text-5xl">{t('title')}</h1>
        <p className="mt-2 mb-4 max-w-xl text-soft">{t('intro')}</p>
      </div>
      <PageMessages namespaces={['Search']}>
        <SearchScreen takesGifts={takesGifts} />
      </PageMessages>
    </div>
  )
}
