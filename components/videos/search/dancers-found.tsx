import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactElement, useEffect, useState } from 'react'
import { Avatar } from '#components/ui/avatar.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { handleBeside } from '#lib/client/accounts/handle-beside.ts'
import { api } from '#lib/client/http/api.ts'
import type { FeedFilter } from '#lib/client/videos/first-page.ts'
import { dancerPath } from '#lib/client/videos/public-paths.ts'
import { isCounty } from '#lib/contract/profiles/counties.ts'
import type { FoundDancer } from '#lib/contract/videos/dancers.ts'

/** Dancers found, most votes first. The videos below appear once the dancers are loaded. */
export function DancersFound({ filter, children }: { filter: FeedFilter; children: ReactElement }) {
  const t = useTranslations('Search')
  const { found, hasFailed, again } = useDancers(filter)
  return (
    <>
      <section aria-labelledby="dancers-title" className="feed-top mt-6">
        <h2 id="dancers-title" className="mb-3 text-xl">
          {t('dancers')}
        </h2>
        {hasFailed ? <LoadFailed words={t('failed')} onRetry={again} /> : null}
        {found === null && !hasFailed ? (
          <div role="status" aria-label={t('loading')} className="skeleton h-16" />
        ) : null}
        {found?.length === 0 ? <p className="text-soft">{t('noDancers')}</p> : null}
        <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          {found?.map((dancer) => (
            <li key={dancer.username}>
              <Dancer dancer={dancer} />
            </li>
          ))}
        </ul>
      </section>
      <div className={found === null && !hasFailed ? 'hidden' : 'contents'}>{children}</div>
    </>
  )
}

function Dancer({ dancer }: { dancer: FoundDancer }) {
  const t = useTranslations('Search')
  const formats = useFormats()
  const place = [dancer.location, dancer.county === dancer.location ? '' : dancer.county].filter(Boolean)
  return (
    <Link
      href={dancerPath(dancer.username)}
      prefetch={false}
      className="flex min-h-16 items-center gap-3 max-[15rem]:flex-wrap rounded-2xl border border-line bg-surface px-3 py-2 hover:bg-sunken"
    >
      <Avatar name={dancer.display_name} picture={dancer.avatar} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block font-semibold">{dancer.display_name}</span>
        <span className="block text-sm text-soft">
          {[handleBeside(dancer.display_name, dancer.username), ...place].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="figures shrink-0 text-end text-sm text-soft">
        {t('votes', { count: dancer.votes, shown: formats.count(dancer.votes) })}
        <br />
        {t('dancesCount', { count: dancer.dances })}
      </span>
    </Link>
  )
}

function useDancers({ search, county }: FeedFilter) {
  const [found, setFound] = useState<FoundDancer[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const ended = new AbortController()
    setHasFailed(false)
    const query = { ...(search ? { search } : {}), ...(isCounty(county) ? { county } : {}) }
    api('GET /dancers/', { query, signal: ended.signal }).then(setFound, () =>
      setHasFailed(!ended.signal.aborted),
    )
    return () => ended.abort()
  }, [search, county, attempt])
  return { found, hasFailed, again: () => setAttempt((count) => count + 1) }
}
