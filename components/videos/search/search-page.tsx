import { getTranslations } from 'next-intl/server'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { SearchScreen } from './search-screen.tsx'

/** Dancers and dances by name, town, song, county and month; what is looked for is in the address. */
export async function SearchPage({ takesGifts }: { takesGifts: boolean }) {
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
