import { getTranslations } from 'next-intl/server'
import { PageLink } from '#components/ui/page-link.tsx'
import type { CurrentChallenge } from '#lib/contract/challenges/calls.ts'
import type { ListedRow } from '#lib/contract/leaderboard/calls.ts'
import { HowItWorks } from './how-it-works.tsx'
import { TopFive } from './top-five.tsx'
import { TopFiveList } from './top-five-list.tsx'

type HomeAsideProps = { challenge: CurrentChallenge | null; rows: ListedRow[] }

export async function HomeAside({ challenge, rows }: HomeAsideProps) {
  const t = await getTranslations('Aside')
  const words = { title: t('top'), all: t('all') }
  return (
    <aside className="hidden py-3 lg:block">
      <div className="sticky top-[calc(var(--header-height)+0.75rem)] grid gap-5">
        {rows.length > 0 ? (
          <TopFive initial={rows} words={words}>
            <TopFiveList rows={rows} words={words} />
          </TopFive>
        ) : null}
        <HowItWorks challenge={challenge} />
        <PageLink
          href="/results"
          className="tap inline-flex items-center justify-self-start px-5 font-semibold text-soft underline underline-offset-4 hover:text-ink"
        >
          {t('past')}
        </PageLink>
        <p className="hidden px-5 text-sm text-soft pointer-fine:block">
          <span className="font-semibold">{t('keys')}</span>
          <br />
          {t('keysDetail')}
        </p>
      </div>
    </aside>
  )
}
